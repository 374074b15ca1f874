import type { Locator, Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { checkWebhook, signedWebhook } from '#test/page-models/webhooks-page.ts';
import { picturedAt } from './fixed-clock.ts';

/** A page, a dialog or a menu of the console on the Sandbox. */
export interface Screen {
  /** The start of the file name. */
  readonly name: string;
  /** The route, without the `#`. */
  readonly path: string;
  /** What must be visible first. */
  readonly ready: (page: Page) => Locator;
  /** What a user does first. */
  readonly act?: (page: Page) => Promise<void>;
}

const row = (table: 'Migrations' | 'Companies') => (page: Page) =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row').first();
const heading = (name: RegExp | string) => (page: Page) => page.getByRole('heading', { name });
/** The heading shown in place of rows. */
const message = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).first();

const guest = (page: Page) => page.getByRole('main').locator('iframe').first();
/** The log may be scrolled out of view in a narrow window. */
const logLine = (page: Page, text: string) => page.locator('.event-log').getByText(text).first();
const logged = (page: Page) => logLine(page, 'migration_modal').waitFor({ state: 'attached' });

/** Opens a modal in the lab as soon as the lab's page is ready. */
async function startModal(page: Page): Promise<void> {
  await logLine(page, 'Listening for events').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'New token and open' }).click();
}

/** Sample pasted ids: some of the Sandbox, one duplicate, one unknown and one invalid. */
async function exampleIds(page: Page): Promise<string> {
  interface Listed {
    readonly rows: readonly { readonly value: { readonly id: string } }[];
  }
  const { rows: listed } = await mustCall<Listed>(page, 'migrations', 'list', { page: 1, pageSize: 100 });
  const ids = listed.slice(0, 18).map(({ value }, at) => (at % 4 === 2 ? `"${value.id}",` : value.id));
  return [...ids, ids[3], '0b7716ce-4aa1-4d1b-9f6e-2a7c5be0e9d2', 'INV-20448'].join('\n');
}

/** Presses Load all, unless the console has already loaded automatically. */
const loadAll = async (page: Page): Promise<void> => {
  const button = page.getByRole('main').getByRole('button', { name: /^Load all/ });
  await page.getByRole('button', { name: 'Show pages' }).first().waitFor();
  await button.or(page.locator('.virtual-scroll')).first().waitFor();
  if (await button.isVisible()) await button.click();
};

const firstRow = row('Migrations');
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name });
const menuLine = (page: Page) => page.getByRole('menu').first();

/** Opens a menu of the Migrations page and chooses an item. */
const press =
  (button: string | RegExp, line?: string) =>
  async (page: Page): Promise<void> => {
    await firstRow(page).waitFor();
    await page.getByRole('button', { name: button, exact: true }).first().click();
    if (line) await page.getByRole('menuitem', { name: line }).click();
  };

export const screens: readonly Screen[] = [
  { name: 'migrations', path: '/migrations', ready: row('Migrations') },
  {
    name: 'migrations-drawer',
    path: '/migrations',
    ready: (page) => page.getByRole('complementary', { name: 'Migration', exact: true }),
    act: (page) => row('Migrations')(page).press('Enter'),
  },
  {
    name: 'palette',
    path: '/migrations',
    ready: (page) => page.getByRole('dialog').getByRole('option').first(),
    act: async (page) => {
      await row('Migrations')(page).waitFor();
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: 'User, company, page, action or ID' }).fill('ha');
    },
  },
  {
    name: 'list-of-ids',
    path: '/migrations/ids',
    ready: (page) => page.getByText(/looked up at/),
    act: async (page) => {
      await page.getByRole('textbox', { name: 'IDs' }).fill(await exampleIds(page));
      await page.getByRole('button', { name: /^Look up \d/ }).click();
    },
  },
  { name: 'companies', path: '/companies', ready: row('Companies') },
  {
    name: 'company',
    path: '/companies',
    ready: (page) => page.getByRole('region', { name: 'Details' }),
    act: (page) => row('Companies')(page).click(),
  },
  { name: 'overview', path: '/overview', ready: (page) => page.getByRole('table', { name: 'Migrations by status' }) },
  { name: 'migrations-all-loaded', path: '/migrations?view=all', act: loadAll, ready: row('Migrations') },
  { name: 'companies-all-loaded', path: '/companies?view=all', act: loadAll, ready: row('Companies') },
  { name: 'requests', path: '/requests', ready: heading('Requests') },
  {
    name: 'requests-drawer',
    path: '/requests',
    ready: (page) => page.getByRole('complementary', { name: 'Request', exact: true }),
    act: (page) => page.getByRole('table', { name: 'Requests' }).locator('tbody').getByRole('row').first().click(),
  },
  {
    name: 'link-tokens',
    path: '/link-tokens',
    ready: (page) => page.getByText('Shown only once'),
    act: (page) => page.getByRole('button', { name: 'Create a link token' }).click(),
  },
  {
    name: 'modal-lab',
    path: '/modal-lab',
    ready: guest,
    act: async (page) => {
      await startModal(page);
      await logged(page);
    },
  },
  { name: 'welcome', path: '/welcome', ready: (page) => page.getByRole('heading').first() },
  { name: 'settings', path: '/settings', ready: heading('Settings') },
  { name: 'help', path: '/help', ready: heading('User guide') },
  { name: 'settings-profiles', path: '/settings?section=profiles', ready: heading('Profiles') },
  { name: 'settings-network', path: '/settings?section=network', ready: heading('This device') },
  {
    name: 'settings-self-check',
    path: '/settings?section=self-check',
    ready: (page) => page.locator('.check-list').first(),
  },
  { name: 'settings-support', path: '/settings?section=support', ready: heading(/Log/) },
  { name: 'settings-about', path: '/settings?section=about', ready: heading('Ferry Console') },
  { name: 'settings-data', path: '/settings?section=data', ready: heading('Stuck migrations') },
  { name: 'settings-appearance', path: '/settings?section=appearance', ready: heading('Times in tables') },
  { name: 'page-past-the-end', path: '/migrations?page=99', ready: heading(/has no rows/) },
  { name: 'page-not-found', path: '/nowhere', ready: message },
  { name: 'webhooks-listen', path: '/webhooks?tab=listen', ready: heading('Not listening') },
  {
    name: 'webhooks-check',
    path: '/webhooks?tab=check',
    ready: heading('Wrong: the body was serialized again'),
    act: (page) => checkWebhook(page, signedWebhook(picturedAt), (body) => JSON.stringify(JSON.parse(body), null, 2)),
  },
  { name: 'webhooks-code', path: '/webhooks?tab=code', ready: heading('A receiver that verifies events') },
  {
    name: 'token-lab',
    path: '/link-tokens?tab=token-lab',
    ready: (page) => page.getByRole('button', { name: 'Run all' }),
  },
  {
    name: 'token-lab-race',
    path: '/link-tokens?tab=token-lab',
    ready: (page) => page.getByText('1 of 8 accepted, 7 refused').first(),
    act: async (page) => {
      await page.getByRole('button', { name: 'Run all' }).click();
      await page.getByText('10 passed').waitFor();
      await page.getByRole('button', { name: /^Only one of eight exchanges succeeds/ }).click();
    },
  },
  { name: 'sandbox', path: '/sandbox', ready: heading('Next modals') },
  {
    name: 'shortcuts',
    path: '/migrations',
    ready: dialog('Keyboard shortcuts'),
    act: (page) => page.keyboard.press('?'),
  },
  {
    name: 'arrange-columns',
    path: '/migrations',
    ready: dialog('Arrange columns'),
    act: press('Columns and row height', 'Arrange columns…'),
  },
  { name: 'filter-menu', path: '/migrations', ready: menuLine, act: press(/^(Status|Filter)$/) },
  {
    name: 'row-menu',
    path: '/migrations',
    ready: menuLine,
    act: async (page) => {
      await firstRow(page).focus();
      await page.keyboard.press('Shift+F10');
    },
  },
  {
    name: 'export',
    path: '/migrations',
    ready: dialog('Export migrations'),
    act: (page) => page.getByRole('button', { name: 'Export' }).click(),
  },
  {
    name: 'watch-list',
    path: '/migrations',
    ready: dialog('Watched migrations'),
    act: async (page) => {
      for (const index of [1, 3]) {
        const id = await firstRow(page).locator(`xpath=../tr[${index}]`).getAttribute('data-row-id');
        await mustCall(page, 'watch', 'add', { ids: [id] });
      }
      await page.getByRole('button', { name: 'Watching, 2' }).click();
    },
  },
];

import type { Locator, Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { migrationOf, type StandInService } from '#test/fixtures/service/stand-in-service.ts';
import { checkWebhook, signedWebhook } from '#test/page-models/webhooks-page.ts';
import { picturedAt } from './fixed-clock.ts';
import { deskScreens } from './desk-screens.ts';
import { overlayScreens } from './overlay-screens.ts';
import { pageStates } from './page-states.ts';
import { reportScreens } from './report-screens.ts';
import { webhookScreens } from './webhook-screens.ts';

/** One picture's subject. Adding a page or a state to the pictures is one entry here. */
export interface Screen {
  /** Beginning of the file's name. */
  readonly name: string;
  /** The route, without the `#`. */
  readonly path: string;
  /** What must be on screen before the picture is taken. */
  readonly ready: (page: Page) => Locator;
  /** How the service behaves; without it the page shows the Sandbox. */
  readonly service?: (service: StandInService) => void;
  /** What a person does before the picture; `tick` lets a second pass, which only a console of its own (`service`) may. */
  readonly act?: (page: Page, service: StandInService, tick: () => void) => Promise<void>;
  /** How the page is opened in the place of a fresh start link of the browser host. */
  readonly link?: 'none' | 'used before' | 'too old';
  /** Text of the configuration file of the computer. */
  readonly managedFile?: string;
}

const list = '/api/v1/migrations';
const statuses = ['COMPLETE', 'WORKING', 'FAILED', 'PENDING_USER_INPUT', 'NOT_STARTED', 'ARCHIVED_BY_SUPPORT'];
const rows = Array.from({ length: 25 }, (_, index) =>
  migrationOf(index, { status: statuses[index % statuses.length] ?? 'COMPLETE' }),
);
const page1 = { results: rows, page: { size: 25, total: 1284 } };
const apiError = (message: string) => ({ type: 'api_error', message });

const row = (table: 'Migrations' | 'Companies') => (page: Page) =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row').first();
const heading = (name: RegExp | string) => (page: Page) => page.getByRole('heading', { name });
/** What stands in the middle of a page that has no rows. */
const message = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).first();
const retry = (page: Page) => page.getByRole('button', { name: /Retry|Try now/ }).first();
const refresh = (page: Page) => page.getByRole('button', { name: /^Refresh/ });

const guest = (page: Page) => page.getByRole('main').locator('iframe').first();
/** The log may be out of sight in a narrow window. */
const inLog = (page: Page, text: string) => page.locator('.event-log').getByText(text).first();
const logged = (page: Page) => inLog(page, 'migration_modal').waitFor({ state: 'attached' });

/** Opens a modal in the lab, once its page is there. */
async function startModal(page: Page): Promise<void> {
  await inLog(page, 'Listening for events').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'New token and open' }).click();
}

/** As people paste them: some of the Sandbox, one of them twice, one that is not there, one that is none. */
async function someIds(page: Page): Promise<string> {
  interface Listed {
    readonly rows: readonly { readonly value: { readonly id: string } }[];
  }
  const { rows: listed } = await mustCall<Listed>(page, 'migrations', 'list', { page: 1, pageSize: 100 });
  const ids = listed.slice(0, 18).map(({ value }, at) => (at % 4 === 2 ? `"${value.id}",` : value.id));
  return [...ids, ids[3], '0b7716ce-4aa1-4d1b-9f6e-2a7c5be0e9d2', 'INV-20448'].join('\n');
}

/** Where nothing is loaded yet, the page asks; where the console has loaded by itself, there is nothing to press. */
const loadAll = async (page: Page): Promise<void> => {
  const button = page.getByRole('main').getByRole('button', { name: /^Load all/ });
  await page.getByRole('button', { name: 'Show pages' }).first().waitFor();
  await button.or(page.locator('.virtual-scroll')).first().waitFor();
  if (await button.isVisible()) await button.click();
};

/** Two fields are wrong, one is unknown, and one of the two profiles is right. */
const faultyFile = JSON.stringify({
  version: 1,
  networkLimited: 'yes',
  readonly: true,
  profiles: [
    { id: 'production', name: 'Our organization', environment: 'production', baseURL: 'https://api.ferry.example' },
    { id: 'test', name: 'Our tests', environment: 'staging', baseURL: 'https://test.ferry.example' },
  ],
});

/** Pages as a person meets them, on the Sandbox. */
const pages: readonly Screen[] = [
  { name: 'migrations', path: '/migrations', ready: row('Migrations') },
  { name: 'migrations-last-page', path: '/migrations?page=10', ready: row('Migrations') },
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
      await page.getByRole('combobox', { name: 'Person, company, page, action or id' }).fill('ha');
    },
  },
  {
    name: 'palette-opened',
    path: '/migrations',
    ready: (page) => page.getByRole('dialog').getByRole('option').first(),
    act: async (page) => {
      await row('Migrations')(page).waitFor();
      await page.keyboard.press('ControlOrMeta+k');
    },
  },
  {
    name: 'list-of-ids',
    path: '/migrations/ids',
    ready: (page) => page.getByText(/looked up at/),
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Ids' }).fill(await someIds(page));
      await page.getByRole('button', { name: /^Look up \d/ }).click();
    },
  },
  { name: 'companies', path: '/companies', ready: row('Companies') },
  {
    name: 'company',
    path: '/companies',
    ready: (page) => page.getByRole('region', { name: 'Facts' }),
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
    ready: (page) => page.getByText('Shown this once'),
    act: (page) => page.getByRole('button', { name: 'Make a link token' }).click(),
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
  {
    name: 'modal-lab-picture',
    path: '/modal-lab',
    ready: guest,
    act: async (page) => {
      await startModal(page);
      await logged(page);
      // In the narrowest window it lies behind the guest.
      await page.getByText('Picture', { exact: true }).evaluate((label) => (label as HTMLElement).click());
    },
  },
  {
    name: 'modal-lab-before',
    path: '/modal-lab',
    ready: (page) => page.getByRole('button', { name: 'New token and open' }),
    act: (page) => inLog(page, 'Listening for events').waitFor({ state: 'attached' }),
  },
  { name: 'welcome', path: '/welcome', ready: (page) => page.getByRole('heading').first() },
  { name: 'settings', path: '/settings', ready: heading('Settings') },
  { name: 'help', path: '/help', ready: heading('User guide') },
  { name: 'settings-profiles', path: '/settings?section=profiles', ready: heading('Profiles') },
  { name: 'settings-network', path: '/settings?section=network', ready: heading('This computer') },
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
  { name: 'no-session', path: '/', ready: heading(/Open the link/), link: 'none' },
  { name: 'link-used-before', path: '/', ready: heading(/used before/), link: 'used before' },
  { name: 'link-too-old', path: '/', ready: heading(/too old/), link: 'too old' },
  {
    name: 'settings-faulty-file',
    path: '/settings?section=network',
    managedFile: faultyFile,
    ready: heading('This computer'),
  },
  {
    name: 'settings-faulty-file-check',
    path: '/settings?section=self-check',
    managedFile: faultyFile,
    ready: (page) => page.locator('.check-list').first(),
  },
  { name: 'webhooks-listen', path: '/webhooks?tab=listen', ready: heading('Nothing is listened to') },
  {
    name: 'webhooks-listen-events',
    path: '/webhooks?tab=listen',
    ready: (page) =>
      page.getByRole('complementary', { name: 'Event' }).getByText('Nobody takes a connection there.').first(),
    act: async (page) => {
      // A port that nobody listens at.
      await page.getByLabel('Forward to').fill('9');
      await page.getByLabel('Forward to').press('Enter');
      await page.getByRole('status').filter({ hasText: 'Listening' }).waitFor();
      const { rows: listed } = await mustCall<{ rows: { value: { id: string; status: string } }[] }>(
        page,
        'migrations',
        'list',
        { page: 1, pageSize: 100 },
      );
      const id = listed.find(({ value }) => value.status === 'WORKING')?.value.id;
      for (const status of ['PENDING_USER_INPUT', 'WORKING', 'PENDING_USER_INPUT', 'WORKING']) {
        await mustCall(page, 'sandbox', 'moveMigration', { id, status });
      }
      await page.getByRole('list', { name: 'Events' }).getByRole('button').last().click();
    },
  },
  {
    name: 'webhooks-check-empty',
    path: '/webhooks?tab=check',
    ready: heading('Why was it refused?'),
  },
  {
    name: 'webhooks-check',
    path: '/webhooks?tab=check',
    ready: heading('Wrong: the body was written anew'),
    act: (page) => checkWebhook(page, signedWebhook(picturedAt), (body) => JSON.stringify(JSON.parse(body), null, 2)),
  },
  {
    name: 'webhooks-check-right',
    path: '/webhooks?tab=check',
    ready: heading(/^Right: signed/),
    act: (page) => checkWebhook(page, signedWebhook(picturedAt)),
  },
  { name: 'webhooks-code', path: '/webhooks?tab=code', ready: heading('A receiver that checks what comes') },
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
      await page.getByRole('button', { name: /^One winner of eight/ }).click();
    },
  },
  { name: 'sandbox', path: '/sandbox', ready: heading('Next modals') },
  // From here on the line of what is changed stands on the pages of the Sandbox.
  {
    name: 'sandbox-changed',
    path: '/sandbox',
    ready: (page) => page.getByRole('region', { name: 'Changed in the Sandbox' }),
    act: (page) => page.getByRole('button', { name: 'Set scenario' }).click(),
  },
];

/** States of a page, with a service that brings each about. */
const states: readonly Screen[] = [
  {
    name: 'state-loading',
    path: '/migrations',
    service: (service) => service.answer(list, () => undefined),
    ready: (page) => page.locator('[aria-busy=true]').first(),
  },
  { name: 'state-empty', path: '/migrations', service: () => undefined, ready: heading(/No migrations yet/) },
  {
    name: 'state-error',
    path: '/migrations',
    service: (service) => service.answer(list, { status: 503, body: apiError('The store is not reachable.') }),
    ready: retry,
  },
  {
    name: 'state-asked-to-wait',
    path: '/migrations',
    service: (service) =>
      service.answer(list, { status: 429, headers: { 'retry-after': '240' }, body: apiError('Too many requests.') }),
    ready: (page) =>
      page
        .getByRole('main')
        .getByText(/Next try in/)
        .first(),
  },
  {
    name: 'state-stale-asked-to-wait',
    path: '/migrations',
    service: (service) => service.answer(list, { body: page1 }),
    act: async (page, service) => {
      await row('Migrations')(page).waitFor();
      service.answer(list, { status: 429, headers: { 'retry-after': '240' }, body: apiError('Too many requests.') });
      await refresh(page).click();
    },
    ready: (page) =>
      page
        .getByRole('main')
        .getByText(/Next try in/)
        .first(),
  },
  {
    name: 'state-forbidden',
    path: '/migrations',
    service: (service) => service.answer(list, { status: 403, body: apiError('This key may not list migrations.') }),
    ready: message,
  },
  {
    name: 'state-unauthorized',
    path: '/migrations',
    service: (service) => service.answer(list, { status: 401, body: apiError('The API key is not valid.') }),
    ready: message,
  },
  {
    name: 'state-offline',
    path: '/migrations',
    service: (service) => service.answer(list, (request) => request.socket.destroy()),
    ready: retry,
  },
  {
    name: 'state-stale',
    path: '/migrations',
    service: (service) => service.answer(list, { body: page1 }),
    act: async (page, service) => {
      await row('Migrations')(page).waitFor();
      service.answer('*', (request) => request.socket.destroy());
      service.answer(list, (request) => request.socket.destroy());
      await refresh(page).click();
    },
    ready: retry,
  },
  {
    name: 'state-malformed',
    path: '/migrations',
    service: (service) =>
      service.answer(list, {
        body: { ...page1, results: rows.with(6, { status: 7 } as never).with(9, null as never) },
      }),
    ready: (page) => page.getByText(/could not be read/).first(),
  },
  {
    name: 'state-without-total',
    path: '/migrations?page=3',
    service: (service) => service.answer(list, { body: rows }),
    ready: row('Migrations'),
  },
];

const labStates: readonly Screen[] = [
  {
    name: 'modal-lab-service-down',
    path: '/modal-lab',
    service: (service) => service.answer('/api/v1/link-token', (request) => request.socket.destroy()),
    act: startModal,
    ready: (page) => page.getByText(/A link token may exist/),
  },
];

/** Everything that is pictured, in the order of the files. */
export const screens: readonly Screen[] = [
  ...pages,
  ...deskScreens,
  ...reportScreens,
  ...webhookScreens,
  ...overlayScreens,
  ...states,
  ...pageStates,
  ...labStates,
];

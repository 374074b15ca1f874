import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import type { Screen } from './screens.ts';

const firstRow = (page: Page) =>
  page.getByRole('table', { name: 'Migrations' }).locator('tbody').getByRole('row').first();
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name });
const menuLine = (page: Page) => page.getByRole('menu').first();

/** Presses a button of the page Migrations, once its rows are there, and then a line of its menu. */
const press =
  (button: string | RegExp, line?: string) =>
  async (page: Page): Promise<void> => {
    await firstRow(page).waitFor();
    await page.getByRole('button', { name: button, exact: true }).first().click();
    if (line) await page.getByRole('menuitem', { name: line }).click();
  };

/** What is laid over a page: dialogs, menus, lists. */
export const overlayScreens: readonly Screen[] = [
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
    act: press('Columns and density', 'Arrange columns…'),
  },
  { name: 'columns-menu', path: '/migrations', ready: menuLine, act: press('Columns and density') },
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
    name: 'save-view',
    path: '/migrations',
    ready: dialog('Save this view'),
    act: press('Saved views', 'Save this view…'),
  },
  {
    name: 'manage-views',
    path: '/migrations',
    ready: dialog('Manage views'),
    act: async (page) => {
      const search = { status: ['FAILED'] };
      for (const name of ['Failed ones', 'Started by support, all of this year']) {
        await mustCall(page, 'views', 'save', { page: 'migrations', name, search, layout: {} });
      }
      await press('Saved views', 'Manage views…')(page);
    },
  },
  {
    name: 'export',
    path: '/migrations',
    ready: dialog('Export migrations'),
    act: (page) => page.getByRole('button', { name: 'Export' }).click(),
  },
  {
    name: 'support-bundle',
    path: '/migrations',
    ready: (page) => page.getByRole('group', { name: 'README.txt' }).getByText('Migration').first(),
    act: async (page) => {
      await firstRow(page).focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Support bundle…' }).click();
    },
  },
  {
    name: 'everywhere',
    path: '/migrations?open=00000000-0000-4000-8000-000000000000',
    ready: (page) => dialog('Find in all profiles')(page).getByText('Not there').first(),
    act: (page) => page.getByRole('button', { name: 'Find in all profiles' }).click(),
  },
  {
    name: 'watch-list',
    path: '/migrations',
    ready: dialog('Watched migrations'),
    act: async (page) => {
      for (const index of [1, 3]) {
        const id = await firstRow(page).locator(`xpath=../tr[${index}]`).getAttribute('data-row-id');
        await mustCall(page, 'watch', 'add', { id });
      }
      await page.getByRole('button', { name: 'Watching, 2' }).click();
    },
  },
  {
    name: 'provider-offers',
    path: '/modal-lab',
    ready: (page) => page.getByRole('option').first(),
    act: (page) => page.getByRole('combobox', { name: 'Source providers' }).click(),
  },
];

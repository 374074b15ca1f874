import type { Locator, Page } from '@playwright/test';
import type { PageName } from '../../src-dashboard/navigation/route.ts';

/** One picture's subject of the dashboard. Adding a page or a dialog to the pictures is one entry here. */
export interface DashboardScreen {
  /** Beginning of the file's name. */
  readonly name: string;
  /** The page of the organization; `sign-in` where nobody is signed in, `invitation` for the link of one. */
  readonly page: PageName | 'sign-in' | 'invitation';
  /** What a person does before the picture. */
  readonly act?: (page: Page) => Promise<void>;
  /** What must be on screen before it. */
  readonly ready: (page: Page) => Locator;
}

const title = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name, level: 1 });
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click();

export const dashboardScreens: readonly DashboardScreen[] = [
  { name: 'dashboard-keys', page: 'keys', ready: (page) => page.getByRole('row', { name: /Billing sync/ }) },
  {
    name: 'dashboard-keys-create',
    page: 'keys',
    act: press('Create key'),
    ready: dialog,
  },
  {
    name: 'dashboard-key-created',
    page: 'keys',
    act: async (page) => {
      await press('Create key')(page);
      await page.getByRole('dialog').getByLabel('Description').fill('Checkout service');
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    },
    ready: (page) => page.getByRole('dialog', { name: 'Store this key now' }),
  },
  {
    name: 'dashboard-keys-revoke',
    page: 'keys',
    act: async (page) => {
      await press('Actions of Nightly export')(page);
      await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    },
    ready: dialog,
  },
  { name: 'dashboard-webhooks', page: 'webhooks', ready: (page) => page.getByText('Retrying') },
  {
    name: 'dashboard-webhooks-delivery',
    page: 'webhooks',
    act: async (page) => page.getByText('Retrying').click(),
    ready: (page) => page.getByText(/^Next try in/),
  },
  { name: 'dashboard-webhooks-add', page: 'webhooks', act: press('Add endpoint'), ready: dialog },
  { name: 'dashboard-people', page: 'people', ready: (page) => page.getByText('desk@brightwater-support.example') },
  { name: 'dashboard-people-invite', page: 'people', act: press('Invite person'), ready: dialog },
  {
    name: 'dashboard-people-link',
    page: 'people',
    act: async (page) => {
      await press('Invite person')(page);
      await page.getByLabel('Email', { exact: true }).fill('nadia.roy@brightwater.example');
      await press('Make the link')(page);
    },
    ready: (page) => page.getByRole('dialog', { name: 'Pass this link on' }),
  },
  { name: 'dashboard-audit', page: 'audit', ready: (page) => page.getByText('Checkout service') },
  { name: 'dashboard-organization', page: 'organization', ready: title('Organization') },
  { name: 'dashboard-account', page: 'account', ready: (page) => page.getByText('Ada’s laptop') },
  { name: 'dashboard-account-passkey', page: 'account', act: press('Add a passkey…'), ready: dialog },
  {
    name: 'dashboard-account-second-factor',
    page: 'account',
    act: async (page) => {
      await press('Turn on…')(page);
      await page.getByRole('dialog').getByLabel('Password').fill('kettle orbit walnut 7');
      await page.keyboard.press('Enter');
    },
    ready: (page) => page.getByRole('dialog', { name: 'Add Ferry to your app' }),
  },
  { name: 'dashboard-sign-in', page: 'sign-in', ready: title('Sign in to Ferry') },
  { name: 'dashboard-invitation', page: 'invitation', ready: title('Join Brightwater') },
];

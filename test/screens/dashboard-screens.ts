import type { Locator, Page } from '@playwright/test';
import { replies } from './dashboard-replies.ts';
import { picturedAt } from './fixed-clock.ts';
import type { DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import type { PageName } from '../../src-dashboard/navigation/route.ts';

type DashboardReplies = { readonly [Name in DashboardCall]?: CallReply<Name> };

/** One picture's subject of the dashboard. Adding a page or a dialog to the pictures is one entry here. */
export interface DashboardScreen {
  /** Beginning of the file's name. */
  readonly name: string;
  /** The page of the organization; `sign-in` where nobody is signed in, `invitation` for the link of one. */
  readonly page: PageName | 'sign-in' | 'invitation';
  /** What the service answers in another way than on the other pictures. */
  readonly replies?: DashboardReplies;
  /** The service does not answer any more, or nobody is signed in any more, once the page of the keys was there. */
  readonly lost?: 'service' | 'session';
  /** What a person does before the picture. */
  readonly act?: (page: Page) => Promise<void>;
  /** What must be on screen before it. */
  readonly ready: (page: Page) => Locator;
}

const text = (words: string | RegExp) => (page: Page) => page.getByText(words);
const title = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name, level: 1 });
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click();

/** What somebody of support sees: everything, and nothing that it may change. */
const support: DashboardReplies = {
  session: {
    ...replies.session,
    person: { id: 'tomas.silva', name: 'Tomás Silva', email: 'tomas.silva@brightwater.example', hasPassword: true },
    organizations: replies.session.organizations.map((organization) => ({ ...organization, role: 'support' })),
  },
  listPeople: {
    ...replies.listPeople,
    members: replies.listPeople.members.map((member) => ({ ...member, signsIn: null })),
  },
};
/** The oldest key has its next one already. */
const rotated: DashboardReplies = {
  listKeys: [
    ...replies.listKeys,
    ...replies.listKeys
      .slice(0, 1)
      .map((key) => ({ ...key, id: 'next', lastFour: 'c41e', created: picturedAt.toISOString() })),
  ],
};
const nobodyElse = replies.listPeople.members.filter(({ id }) => id === 'ada');
const nothing: DashboardReplies = {
  listKeys: [],
  listEndpoints: { ...replies.listEndpoints, results: [] },
  listPeople: { members: nobodyElse, invitations: [] },
  readAudit: { ...replies.readAudit, lines: [], hasOlder: false },
};
const noDeliveries: DashboardReplies = { listDeliveries: { ...replies.listDeliveries, results: [] } };
const changedLog: DashboardReplies = {
  checkAudit: { entries: 1482, problem: 'Entry 1204 of the audit log, or one before it, was changed.' },
};
const chooseKind = async (page: Page) => {
  await page.getByRole('button', { name: 'What', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'API keys' }).click();
};

export const dashboardScreens: readonly DashboardScreen[] = [
  { name: 'dashboard-keys', page: 'keys', ready: (page) => page.getByRole('row', { name: /Billing sync/ }) },
  { name: 'dashboard-keys-rotated', page: 'keys', replies: rotated, ready: text('replaced') },
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
  { name: 'dashboard-webhooks', page: 'webhooks', ready: text('Retrying') },
  {
    name: 'dashboard-webhooks-delivery',
    page: 'webhooks',
    act: async (page) => page.getByText('Retrying').click(),
    ready: text(/^Next try in/),
  },
  { name: 'dashboard-webhooks-add', page: 'webhooks', act: press('Add endpoint'), ready: dialog },
  { name: 'dashboard-people', page: 'people', ready: text('desk@brightwater-support.example') },
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
  { name: 'dashboard-audit', page: 'audit', ready: text('Checkout service') },
  {
    name: 'dashboard-audit-checked',
    page: 'audit',
    act: async (page) => {
      await chooseKind(page);
      await press('Check the log')(page);
    },
    ready: text('are as they were written'),
  },
  {
    name: 'dashboard-audit-changed',
    page: 'audit',
    replies: changedLog,
    act: press('Check the log'),
    ready: text('was changed'),
  },
  {
    name: 'dashboard-audit-no-match',
    page: 'audit',
    replies: nothing,
    act: chooseKind,
    ready: text('No entry matches'),
  },
  { name: 'dashboard-organization', page: 'organization', ready: title('Organization') },
  { name: 'dashboard-account', page: 'account', ready: text('Ada’s laptop') },
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
  { name: 'dashboard-support-keys', page: 'keys', replies: support, ready: text('Billing sync') },
  { name: 'dashboard-support-webhooks', page: 'webhooks', replies: support, ready: text('Retrying') },
  {
    name: 'dashboard-support-people',
    page: 'people',
    replies: support,
    ready: text('desk@brightwater-support.example'),
  },
  { name: 'dashboard-support-organization', page: 'organization', replies: support, ready: title('Organization') },
  { name: 'dashboard-no-keys', page: 'keys', replies: nothing, ready: text('No keys yet') },
  { name: 'dashboard-no-endpoints', page: 'webhooks', replies: nothing, ready: text('No endpoint yet') },
  { name: 'dashboard-no-deliveries', page: 'webhooks', replies: noDeliveries, ready: text('Nothing yet') },
  { name: 'dashboard-nobody-else', page: 'people', replies: nothing, ready: text('ada@brightwater.example') },
  { name: 'dashboard-no-entries', page: 'audit', replies: nothing, ready: text('Nothing happened yet') },
  { name: 'dashboard-service-away', page: 'people', lost: 'service', ready: text('The people could not be read') },
  { name: 'dashboard-session-over', page: 'people', lost: 'session', ready: text('Your session is over') },
  { name: 'dashboard-sign-in', page: 'sign-in', ready: title('Sign in to Ferry') },
  { name: 'dashboard-invitation', page: 'invitation', ready: title('Join Brightwater') },
];

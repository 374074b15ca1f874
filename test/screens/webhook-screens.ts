import type { Page } from '@playwright/test';
import { migrationOf, type StandInService } from '#test/fixtures/service/stand-in-service.ts';
import type { Screen } from './screens.ts';

const base = '/webhooks/v1';
const at = Date.parse('2026-11-20T14:31:20Z');
const time = (agoMs: number): string => new Date(at - agoMs).toISOString();
const minute = 60_000;

const endpointOf = (index: number, url: string, more: object) => ({
  id: `ep_${index}`,
  url,
  description: '',
  statuses: null,
  disabled: false,
  disabled_reason: null,
  created: time(40 * 24 * 60 * minute),
  previous_secret_until: null,
  recent: { delivered: 100, failed: 0, last_failure: null },
  ...more,
});
const failure = { at: time(4 * minute), status: 503, error: 'It answered 503.' };
const endpoints = [
  endpointOf(1, 'https://hooks.brightwater.example/ferry', {
    description: 'Order desk, all regions',
    recent: { delivered: 97, failed: 3, last_failure: failure },
  }),
  endpointOf(2, 'https://erp.brightwater.example/in/migrations/ferry/statuses/of-every-organization', {
    statuses: ['COMPLETE', 'FAILED', 'COMPLETED_WITH_FAILURES'],
    previous_secret_until: time(-23 * 60 * minute),
  }),
  endpointOf(3, 'https://staging.brightwater.example/hooks', {
    recent: {
      delivered: 0,
      failed: 12,
      last_failure: { at: time(9 * minute), status: null, error: 'No answer came within 15 s.' },
    },
  }),
  endpointOf(4, 'https://old-crm.brightwater.example/wh', {
    description: 'Replaced by the ERP',
    disabled: true,
    disabled_reason: 'gone',
    recent: { delivered: 0, failed: 1, last_failure: { ...failure, at: time(6 * 24 * 60 * minute), status: 410 } },
  }),
  endpointOf(5, 'https://new.brightwater.example/ferry', { recent: { delivered: 0, failed: 0, last_failure: null } }),
];

const steps = [
  ['WORKING', 'COMPLETE'],
  ['WORKING', 'PENDING_USER_INPUT'],
  [null, 'NOT_READY'],
  ['NOT_STARTED', 'WORKING'],
  ['WORKING', 'COMPLETED_WITH_FAILURES'],
  ['WORKING', 'FAILED'],
] as const;
const tries = (statuses: readonly (number | null)[], from: number) =>
  statuses.map((status, index) => ({
    at: new Date(from + index * 5 * minute).toISOString(),
    duration_ms: status === null ? 15_000 : 84 + index * 57,
    status,
    reply: status === null ? null : status === 204 ? '' : 'upstream connect error, no healthy host',
    error: status === null ? 'No answer came within 15 s.' : status < 300 ? null : `It answered ${status}.`,
  }));
const deliveries = Array.from({ length: 25 }, (_, row) => {
  const [previous, status] = steps[row % steps.length] ?? steps[0];
  const created = at - row * 11 * minute;
  const state = row === 1 ? 'pending' : row % 7 === 4 ? 'failed' : 'delivered';
  const attempts =
    state === 'pending' ? [503, 503, null, 503] : state === 'failed' ? Array.from({ length: 10 }, () => 503) : [204];
  return {
    id: `dlv_${row}`,
    endpoint: `ep_${1 + (row % 3)}`,
    event: {
      id: `evt_2p9sZk4QmTn8WcLr5Hd3Vt${row}c`,
      type: row === 3 ? 'ferry.test' : 'migration.status_updated',
      timestamp: new Date(created).toISOString(),
      migration: row === 3 ? null : migrationOf(row).id,
      previous_status: row === 3 ? null : previous,
      status: row === 3 ? null : status,
      sequence: row === 3 ? null : 4,
    },
    state,
    attempts: tries(attempts, created),
    next_attempt: state === 'pending' ? time(-115 * minute) : null,
    created: new Date(created).toISOString(),
  };
});
const body = JSON.stringify({
  type: 'migration.status_updated',
  timestamp: time(11 * minute),
  data: migrationOf(1, { status: 'PENDING_USER_INPUT' }),
  previous_status: 'WORKING',
  sequence: 4,
});

const full = (service: StandInService): void => {
  service.answer(`${base}/endpoints`, { body: { results: endpoints } });
  service.answer(`${base}/deliveries`, { body: { results: deliveries, next: '75' } });
  service.answer(`${base}/deliveries/dlv_1`, { body: { ...deliveries[1], body } });
};
const row = (page: Page) => page.getByRole('table').getByRole('row').nth(1);
const path = (tab: string): string => `/webhooks?tab=${tab}`;

/** The page Webhooks with what a service says. */
export const webhookScreens: readonly Screen[] = [
  {
    name: 'webhooks-endpoints-none',
    path: path('endpoints'),
    service: (service) => service.answer(`${base}/endpoints`, { body: { results: [] } }),
    ready: (page) => page.getByRole('heading', { name: 'No endpoint yet' }),
  },
  { name: 'webhooks-endpoints', path: path('endpoints'), service: full, ready: row },
  {
    name: 'webhooks-endpoint-menu',
    path: path('endpoints'),
    service: full,
    act: (page) => page.getByRole('button', { name: /^Actions of .*old-crm/ }).click(),
    ready: (page) => page.getByRole('menu'),
  },
  {
    name: 'webhooks-endpoint-edit',
    path: path('endpoints'),
    service: (service) => {
      full(service);
      service.answer(`${base}/endpoints/ep_2`, {
        status: 400,
        body: { type: 'invalid', message: 'url must lead to a public name such as hooks.example.com; erp is none.' },
      });
    },
    act: async (page) => {
      await page.getByRole('button', { name: /^Actions of .*erp/ }).click();
      await page.getByRole('menuitem', { name: 'Edit…' }).click();
      await page.getByLabel('Address').fill('https://erp/');
      await page.getByRole('button', { name: 'Save' }).click();
    },
    ready: (page) => page.getByText('The address must lead to'),
  },
  {
    name: 'webhooks-endpoint-secret',
    path: path('endpoints'),
    service: (service) => {
      full(service);
      const secret = `whsec_${Buffer.from('a picture of a secret, no secret').toString('base64')}`;
      const until = time(-24 * 60 * minute);
      service.answer(`${base}/endpoints/ep_1/rotate`, { body: { secret, previous_secret_until: until } });
    },
    act: async (page) => {
      await page.getByRole('button', { name: /^Actions of .*hooks\.brightwater/ }).click();
      await page.getByRole('menuitem', { name: 'Rotate secret…' }).click();
      await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    },
    ready: (page) => page.getByText('Store this secret now'),
  },
  {
    name: 'webhooks-no-service',
    path: path('endpoints'),
    service: (service) =>
      service.answer(`${base}/endpoints`, { status: 404, body: { type: 'not_found', message: 'None.' } }),
    ready: (page) => page.getByRole('heading', { name: 'This service has no webhooks' }),
  },
  {
    name: 'webhooks-refused',
    path: path('deliveries'),
    service: (service) =>
      service.answer(`${base}/deliveries`, { status: 403, body: { type: 'forbidden', message: 'No scope read.' } }),
    ready: (page) => page.getByRole('heading', { name: 'This key may not see webhooks' }),
  },
  { name: 'webhooks-deliveries', path: path('deliveries'), service: full, ready: row },
  {
    name: 'webhooks-delivery',
    path: path('deliveries'),
    service: full,
    act: (page) => page.getByRole('button', { name: 'Retrying' }).click(),
    ready: (page) => page.getByRole('group', { name: 'Body' }),
  },
  {
    name: 'webhooks-replay-failed',
    path: `${path('deliveries')}&endpoint=ep_1`,
    service: full,
    act: (page) => page.getByRole('button', { name: 'Replay failed…' }).click(),
    ready: (page) => page.getByRole('heading', { name: 'Replay what failed?' }),
  },
];

import { expect, test } from 'vitest';
import type { LabReport } from '#shared/lab-messages.ts';
import { createRedactor } from '../log/redactor.ts';
import { createFlowTracker } from './flow-tracker.ts';
import { createLabLog } from './lab-log.ts';

function openTracker() {
  let now = 10_000;
  const log = createLabLog(createRedactor());
  const exchanged: number[] = [];
  const origins: string[] = [];
  const tracker = createFlowTracker({
    clock: { now: () => new Date(0), monotonic: () => now, sleep: async () => undefined },
    log,
    clean: (text) => text,
    history: { markExchanged: (id) => exchanged.push(id) },
    onModalOrigin: (origin) => origins.push(origin),
  });
  const request = (path: string, status: number, more: Partial<Extract<LabReport, { kind: 'request' }>> = {}) =>
    tracker.take({ kind: 'request', method: 'POST', path: `/api/v1/${path}`, status, ms: 5, ...more });
  const event = (step: string, data: unknown = {}) =>
    tracker.take({
      kind: 'event',
      message: { source: 'ferry_modal', event: { type: `migration_modal.${step}`, data } },
    });
  const mint = () =>
    tracker.backendAnswered({
      linkToken: 'lt',
      record: {
        id: 7,
        profileId: 'p',
        purpose: 'lab',
        mintedAt: '',
        state: 'minted',
        ageMs: 4,
        mintMs: 4,
        usedAfterMs: null,
      },
    });
  return { tracker, log, exchanged, origins, request, event, mint, pass: (ms: number) => (now += ms) };
}

const names = (log: ReturnType<typeof createLabLog>) => log.all().entries.map(({ name }) => name);

test('the log of the lab shows a flow from start to end', { tags: '@C16' }, () => {
  const { tracker, log, exchanged, origins, request, event, mint, pass } = openTracker();
  tracker.start('start');
  tracker.take({ kind: 'call', name: 'startModal' });
  mint();
  pass(1_400);
  request('access-token', 200);
  request('migration-modal', 200, { modal: { status: null, origin: 'http://127.0.0.1:4100' } });
  tracker.take({ kind: 'frame', ms: 20 });
  event('opened', { migration_id: 'm', status: 'NOT_READY' });
  event('list_seen');
  event('failed', { status: 'FAILED', reason: 'provider_failed' });
  expect(tracker.flow()).toMatchObject({
    linkToken: { usedAfterMs: 1_404 },
    accessToken: { endedAfterMs: null },
    isOpen: true,
    status: 'FAILED',
    migrationId: 'm',
    isProviderChosen: false,
    end: { kind: 'failed', reason: 'provider_failed' },
  });
  expect([exchanged, origins]).toEqual([[7], ['http://127.0.0.1:4100']]);
  expect(names(log)).toEqual([
    'startModal()',
    'link token received',
    'link token exchanged',
    'modal created',
    'modal page loaded',
    'migration_modal.opened',
    'migration_modal.list_seen',
    'migration_modal.failed',
  ]);
  expect(log.all().entries.filter(({ unknown }) => unknown)).toHaveLength(1);
  // A retry in the same frame creates a new migration.
  event('opened', { migration_id: 'n', status: 'NOT_READY' });
  expect(tracker.flow()).toMatchObject({ migrationId: 'n', end: null });
});

test("a flow's end says whether its modal was never opened, closed early or cancelled", { tags: '@C16' }, () => {
  const { tracker, event, request } = openTracker();
  tracker.start('start');
  tracker.take({ kind: 'closed' });
  expect(tracker.flow()?.end?.kind).toBe('not_opened');
  tracker.start('start');
  request('migration-modal', 200);
  tracker.take({ kind: 'closed' });
  expect(tracker.flow()?.end?.kind).toBe('closed');
  tracker.start('resume');
  event('status_changed', { status: 'LOGIN_ABANDONED' });
  tracker.take({ kind: 'closed' });
  expect(tracker.flow()?.end?.kind).toBe('cancelled');
});

test(
  "tokens of a flow expire on the service's clock, even if that clock runs ahead or is set back",
  { tags: ['@C16', '@W4'] },
  () => {
    const { tracker, request, event, mint, pass } = openTracker();
    const at = (ms: number) => ({ at: new Date(ms).toISOString(), status: 'NOT_READY' });
    tracker.start('start');
    mint();
    request('access-token', 200);
    event('opened', at(1_000_000));
    pass(2_000);
    // A delayed message doesn't count as a jump of the clock.
    event('list_seen', at(1_004_000));
    expect(tracker.flow()?.accessToken?.ageMs).toBe(2_005);
    tracker.serviceTime(new Date(1_004_000 + 3_000_000).toISOString());
    expect(tracker.flow()?.accessToken?.ageMs).toBe(3_002_005);
    event('status_changed', at(1_004_000 + 3_600_000));
    expect(tracker.flow()?.accessToken?.ageMs).toBe(3_602_005);
    // Moving the clock back doesn't change the age at which the link token was used.
    expect(tracker.flow()?.linkToken?.usedAfterMs).toBe(4);

    tracker.start('start');
    mint();
    request('access-token', 200);
    tracker.serviceTime(new Date(1_006_000).toISOString());
    expect(tracker.flow()?.accessToken?.ageMs).toBeGreaterThanOrEqual(3_600_000);
  },
);

test('a retry inside the modal is a separate flow', { tags: '@C16' }, () => {
  const { tracker, log, request, event, mint } = openTracker();
  tracker.start('start');
  mint();
  request('access-token', 200);
  request('migration-modal', 200);
  event('cancelled', { status: 'LOGIN_ABANDONED' });
  tracker.take({ kind: 'closed' });
  mint();
  expect(tracker.flow()).toMatchObject({ number: 2, how: 'start', end: null, status: null, accessToken: null });
  expect(log.all().entries.at(-1)).toMatchObject({ name: 'link token received', flow: 2 });
});

test(
  'an expired access token gives a different result than a flow with nothing to resume',
  { tags: ['@X2', '@T17'] },
  () => {
    const { tracker, request, mint, pass } = openTracker();
    tracker.start('resume');
    tracker.take({ kind: 'resolved', name: 'init', found: false });
    expect(tracker.problem()?.code).toBe('nothing_to_resume');
    tracker.start('start');
    expect(tracker.problem()).toBeNull();
    mint();
    request('access-token', 200);
    pass(3_600_001);
    tracker.start('resume');
    tracker.take({ kind: 'resolved', name: 'init', found: false });
    expect(tracker.problem()?.code).toBe('access_token_expired');
  },
);

test('a call without a response is logged without a status and completes no step', { tags: ['@C12', '@F26'] }, () => {
  const { tracker, log, request } = openTracker();
  tracker.start('start');
  request('access-token', 0, { status: null });
  tracker.take({ kind: 'rejected', name: 'startModal', code: 'network', message: 'No answer.' });
  expect(log.all().requests).toMatchObject([{ status: null, path: '/api/v1/access-token' }]);
  expect(names(log)).toEqual(['startModal() rejected']);
  expect(tracker.problem()).toMatchObject({ code: 'service_down', detail: 'No answer.' });
});

test('the error about a blocked modal names the origin that serves the modal', { tags: '@C22' }, () => {
  const { tracker } = openTracker();
  tracker.start('start');
  const message = "The page's content security policy blocks https://modal.other.example:8443.";
  tracker.take({ kind: 'rejected', name: 'startModal', code: 'blocked', message });
  const detail = 'The service serves its modal from https://modal.other.example:8443.';
  expect(tracker.problem()).toMatchObject({ code: 'blocked', detail });
});

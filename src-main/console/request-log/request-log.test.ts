import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';
import { operations } from '#shared/migration-api/operations.ts';
import type { EventData } from '#shared/console-contract/types.ts';
import type { Log } from '../log/log.ts';
import { createRedactor } from '../log/redactor.ts';
import type { AttemptRecord } from '../api-client/attempt-record.ts';
import { createRequestLog, requestLogLimits } from './request-log.ts';

const runs = process.env['FERRY_SOAK'] === '1' ? 10_000 : 200;

const record = (more: Partial<AttemptRecord> & { text?: string; status?: number } = {}): AttemptRecord => ({
  operation: operations.listCompanies,
  request: {
    method: 'GET',
    url: 'https://api.example.com/api/v1/companies?page=1&page_size=25',
    headers: { Authorization: 'Bearer ferry_live_canary0123456789', Accept: 'application/json' },
  },
  attempt: {
    ok: true,
    reply: {
      status: more.status ?? 200,
      headers: new Headers({ 'content-type': 'application/json', 'set-cookie': 'sid=canary-cookie' }),
      text: more.text ?? '{"results":[],"page":{"size":25,"total":0}}',
    },
    timing: { connectMs: null, firstByteMs: 12.34, totalMs: 20 },
  },
  at: new Date('2026-11-20T10:00:00.000Z'),
  queueMs: 1,
  tryNumber: 1,
  profileId: 'brightwater',
  triesAllowed: 3,
  last: true,
  bulk: null,
  ...more,
});

const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

const open = () => {
  const changes: EventData<'requests:changed'>[] = [];
  const redactor = createRedactor();
  const failures: unknown[] = [];
  const ports = { redactor, log: { error: (_what: string, error: unknown) => failures.push(error) } as unknown as Log };
  const events = { emit: (_name: string, change: unknown) => changes.push(change as EventData<'requests:changed'>) };
  const log = createRequestLog({ ports, events });
  const latest = async (one: AttemptRecord): Promise<RequestDetail> => {
    log.record(one);
    await settled();
    const id = log.lines().at(-1)?.id ?? 0;
    const entry = log.get(id);
    if (!entry) throw new Error('nothing was recorded');
    return entry;
  };
  return { log, redactor, changes, failures, latest };
};

test(
  'the request log shows a chip instead of Authorization and Set-Cookie and never stores their values',
  { tags: ['@C30', '@T5'] },
  async () => {
    const entry = await open().latest(record());
    expect(entry.requestHeaders).toEqual([
      { kind: 'redacted', name: 'Authorization', note: 'Bearer, ····6789' },
      { kind: 'text', name: 'Accept', value: 'application/json' },
    ]);
    expect(entry.replyHeaders).toContainEqual({ kind: 'redacted', name: 'set-cookie', note: 'Redacted' });
    expect(JSON.stringify(entry)).not.toMatch(/canary/);
  },
);

test(
  'token fields are removed in any spelling and nesting before a body is stored',
  { tags: ['@C30', '@T5'] },
  async () => {
    const name = fc.constantFrom('link_token', 'access_token', 'api_key', 'apiKey', 'Link-Token', 'X-API-KEY', 'token');
    const value = fc.oneof(
      fc.constant('canary-secret-value'),
      fc.constant(['canary-secret-value']),
      fc.constant({ inner: 'canary-secret-value' }),
    );
    const spelled = (json: string, escape: boolean) =>
      escape
        ? json.replace(/"(\w)/g, (_, first: string) => `"\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}`)
        : json;
    const { latest } = open();
    await fc.assert(
      fc.asyncProperty(name, value, fc.jsonValue(), fc.boolean(), async (field, secret, around, escape) => {
        const body = spelled(JSON.stringify({ around, list: [{ [field]: secret }] }), escape);
        const entry = await latest(record({ text: body, request: { ...record().request, method: 'POST', body } }));
        expect(JSON.stringify([entry.replyBody, entry.requestBody])).not.toContain('canary-secret-value');
      }),
      { numRuns: runs },
    );
  },
);

test('a token seen in a body is redacted in later URLs and strings', { tags: ['@C30', '@T5'] }, async () => {
  const { latest, redactor } = open();
  await latest(record({ text: '{"link_token":"opaque-link-token-1"}' }));
  expect(redactor.text('say opaque-link-token-1')).toBe('say [redacted]');
  const { request } = record();
  const entry = await latest(record({ request: { ...request, url: `${request.url}&q=opaque-link-token-1` } }));
  expect(JSON.stringify(entry)).not.toContain('opaque-link-token-1');
});

test('the log keeps 256 KiB of a body and cuts it at a whole character', { tags: '@C30' }, async () => {
  const text = JSON.stringify({ results: 'ä'.repeat(200_000) });
  const { replyBody } = await open().latest(record({ text }));
  expect(replyBody.state).toBe('cut');
  expect(replyBody.bytes).toBe(Buffer.byteLength(text));
  expect(Buffer.byteLength(replyBody.text ?? '')).toBeLessThanOrEqual(256 * 1024);
  expect(replyBody.text).not.toContain('\uFFFD');
});

test('the log keeps 500 lines and 16 MiB of bodies, and marks deleted bodies', { tags: '@C30' }, async () => {
  const { log } = open();
  const text = JSON.stringify('x'.repeat(200 * 1024));
  for (let count = 0; count < 520; count += 1) log.record(record({ text }));
  await settled();
  const lines = log.lines();
  expect(lines).toHaveLength(requestLogLimits.lines);
  expect(lines[0]?.id).toBe(21);
  const bodies = lines.map(({ id }) => log.get(id)?.replyBody);
  const remainingBodies = bodies.filter((body) => body?.text !== null);
  expect(bodies[0]).toMatchObject({ text: null, state: 'dropped', bytes: Buffer.byteLength(text) });
  expect(bodies.at(-1)?.state).toBe('whole');
  const bytes = remainingBodies.reduce((sum, body) => sum + Buffer.byteLength(body?.text ?? ''), 0);
  expect(bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(bytes).toBeGreaterThan(15 * 1024 * 1024);
});

test('loading all rows adds one line with its count, times, statuses and retries', { tags: '@C30' }, async () => {
  const { log } = open();
  const bulk = { label: 'Load all' };
  const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second));
  for (let count = 0; count < 30; count += 1) log.record(record({ bulk, at: at(count) }));
  log.record(record());
  log.record(record({ bulk, at: at(31), status: 503, last: false }));
  log.record(record({ bulk, at: at(32), status: 200, tryNumber: 2 }));
  const timing = { connectMs: null, firstByteMs: null, totalMs: 5 };
  const lost = { ok: false, code: 'offline', detail: 'ECONNRESET', timing } as const;
  log.record(record({ bulk, at: at(33), attempt: lost, tryNumber: 3 }));
  log.record(record({ bulk: { label: 'Load all' }, at: at(40) }));
  await settled();
  const [first, single, second] = log.lines();
  expect(first).toMatchObject({ id: 1, at: at(0).toISOString(), status: null, problem: 'offline', totalMs: 645 });
  expect(first?.bulk).toEqual({
    label: 'Load all',
    requests: 33,
    retries: 2,
    failed: 1,
    statuses: [
      { status: 200, requests: 31 },
      { status: 503, requests: 1 },
      { status: null, requests: 1 },
    ],
    lastAt: at(33).toISOString(),
  });
  expect([single?.bulk, second?.bulk?.requests]).toEqual([null, 1]);
  // The log stores the body and headers of the latest request only, so that memory doesn't grow with the number of
  // rows.
  expect(log.get(1)?.replyBody.state).toBe('none');
});

test('the log line of a load lists at most 20 statuses', { tags: '@C30' }, async () => {
  const { log } = open();
  const bulk = { label: 'Load all' };
  for (let status = 200; status < 600; status += 1) log.record(record({ bulk, status }));
  await settled();
  expect(log.lines()).toHaveLength(1);
  expect(log.lines()[0]?.bulk?.statuses).toHaveLength(20);
});

test("an intentionally cancelled read doesn't count as a failure", { tags: '@C30' }, async () => {
  const { log } = open();
  const bulk = { label: 'Load all' };
  const timing = { connectMs: null, firstByteMs: null, totalMs: 3 };
  log.record(record({ bulk, attempt: { ok: false, code: 'cancelled', detail: 'another profile', timing } }));
  log.record(record({ bulk, attempt: { ok: false, code: 'offline', detail: 'ECONNRESET', timing } }));
  await settled();
  expect(log.lines()[0]?.bulk).toMatchObject({ requests: 2, failed: 1 });
});

test('an attempt without a response says why, and each attempt has its own line', { tags: '@C30' }, async () => {
  const { log } = open();
  const timing = { connectMs: null, firstByteMs: null, totalMs: 5 };
  log.record(record({ attempt: { ok: false, code: 'offline', detail: 'ECONNREFUSED', timing } }));
  log.record(record({ tryNumber: 2 }));
  await settled();
  expect(log.lines()).toMatchObject([
    { status: null, problem: 'offline', tryNumber: 1, drift: null },
    { status: 200, problem: null, tryNumber: 2, triesAllowed: 3 },
  ]);
});

test(
  "a request that can't be described isn't logged and doesn't stop the console",
  { tags: ['@C30', '@F25'] },
  async () => {
    const { log, failures, latest } = open();
    log.record(record({ request: { ...record().request, url: 'not an address' } }));
    await settled();
    expect(log.lines()).toEqual([]);
    expect(failures).toHaveLength(1);
    expect((await latest(record())).line.status).toBe(200);
  },
);

test('new lines reach the page in batches, and pausing and clearing are reported', { tags: '@C30' }, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { log, changes } = open();
    for (let count = 0; count < 10; count += 1) log.record(record());
    await settled();
    expect(changes).toHaveLength(0);
    vi.advanceTimersByTime(requestLogLimits.eventMs);
    expect(changes.map(({ lines }) => lines.length)).toEqual([10]);
    await log.handlers.pause({ paused: true });
    log.record(record());
    await settled();
    await log.handlers.clear();
    vi.advanceTimersByTime(requestLogLimits.eventMs);
    expect(changes.at(-1)).toEqual({ lines: [], cleared: true, paused: true });
    expect(log.lines()).toHaveLength(0);
  } finally {
    vi.useRealTimers();
  }
});

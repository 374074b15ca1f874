import { beforeAll, expect, test } from 'vitest';
import type { Outcome } from '#shared/app-error.ts';
import type { ConsoleCall } from '#shared/console-contract/call.ts';
import { calls } from '#shared/console-contract/calls.ts';
import {
  type ConsoleHandle,
  openBrowserHost,
  openElectronHost,
  openInProcess,
} from '#test/fixtures/console/console-handle.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { callSamples, orderedSamples } from './call-samples.ts';

const byName = calls as unknown as Record<string, Record<string, ConsoleCall>>;
const names = Object.entries(calls).flatMap(([topic, verbs]) => Object.keys(verbs).map((verb) => `${topic}:${verb}`));

/** Fields that may differ between hosts in the reply to any call. */
const commonProperties = ['at', 'requestId'];
/**
 * Fields that may differ between hosts, by topic or call: times, ports, machine data. A field with a question mark may
 * be missing in one host.
 */
const ownFields: Readonly<Record<string, readonly string[]>> = {
  'console:state': ['host', 'latencyMs'],
  // The timeline gets the rows of a response 100 ms later, which may be before or after the next call.
  'migrations:list': ['created', 'since', 'seenSince?', 'changed', 'readAt'],
  'migrations:get': ['durationMs'],
  'companies:list': ['created', 'readAt'],
  linkTokens: ['linkToken', 'mintedAt', 'mintMs', 'ageMs'],
  'linkTokens:hostedLink': ['url', 'expires'],
  'modalLab:open': ['address', 'shownIn'],
  'requests:list': ['lines'],
  'requests:get': ['id', 'totalMs', 'timing', 'requestHeaders', 'replyHeaders', 'text'],
  'diagnostics:text': ['text'],
  'diagnostics:openLogs': ['folder', 'opened'],
  selfCheck: ['host', 'items', 'versions'],
  'profiles:test': ['latencyMs'],
  settings: ['file', 'savedAt'],
  connectApp: ['apiKey', 'lastFour', 'created'],
  'timeline:count': ['entries'],
  'timeline:erase': ['erased'],
  'triage:note': ['notedAt'],
  'triage:list': ['notedAt'],
  // The Sandbox's own changes may cause alerts between the calls.
  alerts: ['since', 'lastWeek'],
  'alerts:list': ['alerts', 'unread', 'total'],
  'alerts:mark': ['ids'],
  // A host may not report whether the desktop can show notifications.
  'alerts:notices': ['canNotify?'],
  webhooks: ['durationMs', 'now'],
  reports: ['durationMs'],
  'exports:startReport': ['durationMs'],
  'webhooks:checkSignature': ['ageSeconds', 'seconds'],
  // The feed's progress depends on the host's speed.
  listener: ['secret', 'feed', 'problem?', 'counts', 'events', 'since', 'taken'],
  'activity:funnel': ['since', 'until'],
  'watch:add': ['watched'],
  'loaded:plan': ['seconds'],
  'loaded:start': ['startedAt'],
  'loaded:overview': ['created', 'longestSince', 'to', 'since', 'seenSince?', 'changed'],
  sandbox: ['now', 'readAt'],
  'sandbox:moveMigration': ['durationMs'],
  'supportBundle:preview': ['fileName', 'bytes', 'files'],
  'tokenLab:run': ['runs', 'queue'],
  'tokenLab:cancel': ['runs', 'queue'],
};
const ownOf = (call: string): ReadonlySet<string> =>
  new Set([...commonProperties, ...(ownFields[call.split(':')[0] ?? ''] ?? []), ...(ownFields[call] ?? [])]);

const withoutOwn = (value: unknown, own: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((one) => withoutOwn(one, own));
  if (typeof value === 'string')
    return value.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>').replace(/\b[0-9a-f-]{36}\b/g, '<id>');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, stored]) => {
      if (own.has(`${name}?`)) return [name, '<own>'];
      return [name, own.has(name) ? `<${kindOf(stored)}>` : withoutOwn(stored, own)];
    }),
  );
};
const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
};

interface Answered {
  readonly name: string;
  readonly args: unknown;
  readonly outcome: Outcome<unknown>;
}

const answers: Record<string, Answered[]> = {};

/** Returns a known call's ID in the request log. IDs of other entries depend on the host's speed. */
async function loggedRequest(consoleHandle: ConsoleHandle): Promise<number> {
  await consoleHandle.call('migrations', 'list', { page: 1, pageSize: 25 });
  // The log entry is written after the page has its reply.
  const isLogged = async () => {
    const outcome = await consoleHandle.call('requests', 'list', {});
    const { lines } = (outcome.ok ? outcome.value : { lines: [] }) as { lines: { id: number; path: string }[] };
    return lines.find(({ path }) => path === '/api/v1/migrations?page=1&page_size=25')?.id ?? 0;
  };
  return eventually(async () => {
    const id = await isLogged();
    expect(id).toBeGreaterThan(0);
    return id;
  });
}
/** Repeats a list call until it includes company names, which the console reads in the background. */
async function listed(consoleHandle: ConsoleHandle, args: unknown): Promise<Outcome<unknown>> {
  type CompanyRows = { rows: { value: { companyId: string | null; companyName: string | null } }[] };
  return eventually(async () => {
    const outcome = await consoleHandle.call('migrations', 'list', args);
    const { rows } = (outcome.ok ? outcome.value : { rows: [] }) as CompanyRows;
    expect(rows.filter(({ value }) => value.companyId !== null && value.companyName === null)).toEqual([]);
    return outcome;
  });
}
const isFirst = (args: unknown): boolean => (args as { id?: unknown }).id === 1;

/** Sends every sample, and for each call an invalid argument. */
async function makeEveryCall(consoleHandle: ConsoleHandle): Promise<Answered[]> {
  // Rows that load automatically would depend on the host's speed.
  await consoleHandle.call('settings', 'change', { loadAllBySelf: false });
  const id = await loggedRequest(consoleHandle);
  const answered: Answered[] = [];
  for (const [topic, verb, args] of orderedSamples) {
    const sent = topic === 'requests' && isFirst(args) ? { id } : args;
    const name = `${topic}:${verb}`;
    const outcome = name === 'migrations:list' ? listed(consoleHandle, sent) : consoleHandle.call(topic, verb, sent);
    answered.push({ name, args, outcome: await outcome });
  }
  for (const name of names) {
    const [topic = '', verb = ''] = name.split(':');
    const args = { none: 'of these' };
    answered.push({ name, args, outcome: await consoleHandle.call(topic, verb, args) });
  }
  return answered;
}

beforeAll(async () => {
  for (const open of [openInProcess, openBrowserHost, openElectronHost] as const) {
    const consoleHandle = await open();
    try {
      answers[open.name] = await makeEveryCall(consoleHandle);
    } finally {
      await consoleHandle.close();
    }
  }
}, 300_000);

test('every field that can differ between hosts names an existing topic or call', () => {
  const known = new Set(names.flatMap((name) => [name, name.split(':')[0] ?? '']));
  expect(Object.keys(ownFields).filter((name) => !known.has(name))).toEqual([]);
});

test('every call of the contract has a sample', () => {
  expect(names.filter((name) => !callSamples[name])).toEqual([]);
});

test.each(['openInProcess', 'openBrowserHost', 'openElectronHost'])(
  'every result in the host %s matches the contract',
  (host) => {
    const odd = (answers[host] ?? []).flatMap(({ name, args, outcome }) => {
      const [topic = '', verb = ''] = name.split(':');
      if (!outcome.ok) return [];
      const result = byName[topic]?.[verb]?.result.safeParse(outcome.value);
      return result?.success ? [] : [{ name, args, problem: result?.error.issues }];
    });
    expect(answers[host]?.length).toBe(orderedSamples.length + names.length);
    expect(odd).toEqual([]);
  },
);

test.each(names)('%s gives the same results in this process, over HTTP and in Electron', (name) => {
  const own = ownOf(name);
  const of = (host: string) =>
    (answers[host] ?? [])
      .filter((one) => one.name === name)
      .map(({ args, outcome }) => ({ args, outcome: withoutOwn(outcome, own) }));
  expect(of('openInProcess').length).toBeGreaterThan(1);
  expect(of('openBrowserHost')).toEqual(of('openInProcess'));
  expect(of('openElectronHost')).toEqual(of('openInProcess'));
});

test('the Sandbox’s rows are the same in every host, because they have the same seed', { tags: '@C6' }, () => {
  const rows = Object.values(answers).map((answered) => {
    const listing = answered.find(({ name }) => name === 'migrations:list')?.outcome;
    const { rows: list } = (listing?.ok ? listing.value : { rows: [] }) as {
      rows: { value: { id: string; status: string } }[];
    };
    return list.map(({ value }) => `${value.id} ${value.status}`);
  });
  expect(rows).toHaveLength(3);
  expect(rows[0]).toHaveLength(25);
  expect(rows[1]).toEqual(rows[0]);
  expect(rows[2]).toEqual(rows[0]);
});

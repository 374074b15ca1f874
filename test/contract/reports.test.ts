import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openTestService } from '#service/testing/test-service.ts';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import type { SaveFile } from '#main/console/ports/save-file.ts';
import { errorOf, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { connectTo, openConnected } from '#test/fixtures/console/fake-service-console.ts';
import { migrationOf, type FakeService, startFakeService } from '#test/fixtures/service/fake-service.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';

const { id } = migrationOf(1);
const reportPath = `/reports/v1/migrations/${id}`;
const counts = { total: 2_500, copied: 2_493, altered: 1, skipped: 2, failed: 4, pending: 0 };
const report = {
  object: 'report',
  migration_id: id,
  status: 'COMPLETED_WITH_FAILURES',
  is_practice: false,
  retry_of: null,
  began: '2026-11-20T12:00:00.000Z',
  ended: '2026-11-20T12:05:00.000Z',
  kept_until: '2027-02-18T12:05:00.000Z',
  ...counts,
  collections: [
    {
      id: '/ada@example.com/private/',
      name: "Ada's private people",
      kind: 'contacts',
      ...counts,
      is_counted: true,
      is_forbidden: false,
      reasons: [
        { reason: 'already_there', count: 2 },
        { reason: 'too_large', count: 1 },
        { reason: 'refused', count: 3 },
      ],
    },
  ],
};
const stateAt = (index: number): [string, string | null] => {
  if (index % 1_000 === 7) return ['failed', 'refused'];
  if (index === 2_400) return ['failed', 'too_large'];
  if (index === 3) return ['altered', null];
  return index === 5 || index === 6 ? ['skipped', 'already_there'] : ['copied', null];
};
const itemAt = (index: number) => {
  const [state, reason] = stateAt(index);
  return {
    collection: '/ada@example.com/private/',
    kind: 'contacts',
    item: `=${index}.vcf`,
    state,
    reason,
    detail: null,
    place: null,
    changes: state === 'altered' ? [{ property: 'ORG', before: '=A;B', after: null }] : [],
  };
};

let folder: string;
let service: FakeService;
let theConsole: TestConsole;
/** Called for each page, so that a test can cancel a read midway. */
let onPage: (from: number) => void;
const saveFile: SaveFile = {
  choose: async ({ fileName }) => {
    const file = path.join(folder, fileName);
    return { file, fileName, written: () => ({ path: file, download: null }) };
  },
  reveal: () => true,
};
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-report-'));
  onPage = () => undefined;
  service = await startFakeService();
  service.answer('/.well-known/ferry', { body: { version: '1.0.0', reports: true } });
  service.answer(reportPath, { body: report });
  service.answer(`${reportPath}/items`, (request, reply) => {
    const from = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('after') ?? 0);
    onPage(from);
    const items = Array.from({ length: Math.min(1_000, counts.total - from) }, (_, index) => itemAt(from + index));
    const next = from + 1_000;
    // The link has another host, so the console must use only its cursor.
    const link = `<http://elsewhere.example${reportPath}/items?limit=1000&after=${next}>; rel="next"`;
    reply.writeHead(200, { 'Content-Type': 'application/x-ndjson', ...(next < counts.total ? { Link: link } : {}) });
    reply.end(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  });
  service.answer('*', { status: 404, body: { message: 'Not found' } });
  theConsole = await openConnected(service.url, { saveFile });
});
afterEach(async () => {
  await theConsole.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = () => theConsole.call('reports', 'get', { id });
const countRequests = (start: string): number =>
  service.requests.filter((request) => request.startsWith(`GET ${start}`)).length;

test(
  'a service with retries creates a link for the failed items of a real copy',
  { tags: ['@W14', '@S27'] },
  async () => {
    service.answer('/.well-known/ferry', { body: { version: '1', reports: true, retries: true, receipts: true } });
    const retryPath = `/retries/v1/migrations/${id}`;
    const link = {
      url: 'https://api.example/start#Jd9Mf2Gs7',
      user_id: 'ada@example.com',
      expires: '2026-11-27T12:00:00.000Z',
    };
    service.answer(retryPath, { body: { ...link, id, status: 'active' } });
    const both = await Promise.all([get(), theConsole.call('linkTokens', 'hasHostedLinks', {})]);
    expect(valueOf(both[0])).toMatchObject({ canRetry: true, hasReceipt: true });
    expect(valueOf(both[1])).toBe(false);
    const retry = await theConsole.call('reports', 'retryLink', { id, confirmed: true });
    expect(valueOf(retry)).toEqual(link);
    expect(service.requests.filter((request) => request.endsWith(retryPath))).toEqual([`POST ${retryPath}`]);
    service.answer(reportPath, { body: { ...report, is_practice: true } });
    expect(valueOf(await get())).toMatchObject({ canRetry: false, hasReceipt: false });
    service.answer(reportPath, { body: { ...report, status: 'WORKING', ended: null } });
    expect(valueOf(await get())).toMatchObject({ canRetry: false, hasReceipt: false });
    expect(countRequests('/.well-known/ferry')).toBe(1);
  },
);

test('a service with hosted links creates one for an end user', { tags: ['@C16', '@S27'] }, async () => {
  expect(valueOf(await theConsole.call('linkTokens', 'hasHostedLinks', {}))).toBe(false);
  service.answer('/.well-known/ferry', { body: { version: '1', hosted_links: true } });
  await connectTo(theConsole, service.url, { name: 'Newer' });
  expect(valueOf(await theConsole.call('linkTokens', 'hasHostedLinks', {}))).toBe(true);
  const link = {
    url: 'https://api.example/start#Jd9Mf2Gs7',
    user_id: 'ada@example.com',
    expires: '2026-11-27T12:00:00.000Z',
  };
  const bodies: string[] = [];
  service.answer('/hosted-links/v1', async (request, reply) => {
    bodies.push(await readText(request));
    reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ ...link, id, status: 'active' }));
  });
  const created = await theConsole.call('linkTokens', 'hostedLink', { userId: ' ada@example.com ', confirmed: true });
  expect(valueOf(created)).toEqual(link);
  expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([{ user_id: 'ada@example.com' }]);
});

test('reports of current, older and newer services are readable', { tags: '@W14' }, async () => {
  expect(valueOf(await get())).toEqual({ kind: 'report', report, canRetry: false, hasReceipt: false });
  const { altered: _altered, retry_of: _retryOf, ...olderReport } = report;
  const older = report.collections.map(
    ({ is_counted: _counted, is_forbidden: _forbidden, altered: _changed, ...known }) => known,
  );
  service.answer(reportPath, { body: { ...olderReport, collections: older } });
  const none = report.collections.map((collection) => ({ ...collection, altered: 0 }));
  const read = { ...report, altered: 0, collections: none };
  expect(valueOf(await get())).toEqual({ kind: 'report', report: read, canRetry: false, hasReceipt: false });
  service.answer(reportPath, { body: { ...report, status: 'PAUSED', more: true } });
  expect(valueOf(await get())).toMatchObject({ kind: 'report', report: { status: 'PAUSED' } });
});

test(
  'a service without reports gives a different result than a migration without a report, and gets no report requests',
  { tags: '@W14' },
  async () => {
    service.answer(reportPath, { status: 404, body: { message: 'There is no report.' } });
    expect(valueOf(await get())).toEqual({ kind: 'none' });
    expect(countRequests('/.well-known/ferry')).toBe(1);

    for (const answer of [
      { status: 404, body: 'Not found' },
      { body: { version: '0.9.0' } },
      { body: '<html></html>' },
    ]) {
      service.answer('/.well-known/ferry', answer);
      await connectTo(theConsole, service.url, { name: JSON.stringify(answer).slice(0, 30) });
      const before = countRequests(reportPath);
      expect(valueOf(await get())).toEqual({ kind: 'unsupported' });
      expect(valueOf(await get())).toEqual({ kind: 'unsupported' });
      expect(countRequests(reportPath)).toBe(before);
    }
  },
);

test('support for reports stays unknown while the service refuses to list its features', { tags: '@W14' }, async () => {
  service.answer('/.well-known/ferry', { status: 403, body: { message: 'no' } });
  expect(errorOf(await get()).code).toBe('forbidden');
  service.answer('/.well-known/ferry', { body: { version: '1.0.0', reports: true } });
  service.answer(reportPath, { body: { results: [] } });
  expect(errorOf(await get()).code).toBe('unreadable_reply');
});

test('the items that a real service reports are readable', { tags: '@W14' }, async () => {
  const real = await openTestService();
  onTestFinished(() => real.end());
  await real.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = real.app.server.address() as AddressInfo;
  await connectTo(theConsole, `http://127.0.0.1:${port}`, { name: 'Real', key: real.apiKey });
  const { body } = await real.send({ url: '/api/v1/migrations?status=COMPLETED_WITH_FAILURES' });
  const [{ id: migration } = { id: '' }] = body['results'] as unknown as { id: string }[];
  const read = async () => theConsole.call('reports', 'notCopied', { id: migration, after: null });
  expect(valueOf(await read()).looked).toBe(1_000);
});

test('failed items load page by page, from the same host only', { tags: '@W14' }, async () => {
  const found: string[] = [];
  let after: string | null = null;
  let looked = 0;
  do {
    const page: ResultOf<Calls['reports']['notCopied']> = valueOf(
      await theConsole.call('reports', 'notCopied', { id, after }),
    );
    found.push(...page.items.map(({ item }) => item));
    looked += page.looked;
    after = page.next;
  } while (after !== null);
  expect([found, looked]).toEqual([
    ['=3.vcf', '=5.vcf', '=6.vcf', '=7.vcf', '=1007.vcf', '=2007.vcf', '=2400.vcf'],
    2_500,
  ]);

  const link = { Link: `<${reportPath}/items?after=1000>; rel="next"` };
  service.answer(`${reportPath}/items`, { headers: link, body: '' });
  const secondReply = await theConsole.call('reports', 'notCopied', { id, after: '1000' });
  expect(errorOf(secondReply).detail).toContain('same page of the report twice');
});

test(
  'the queue shows failure reasons for several migrations, and requests each finished report once',
  { tags: '@W14' },
  async () => {
    const ids = [id, migrationOf(2).id, migrationOf(3).id];
    const ask = async () => valueOf(await theConsole.call('reports', 'failedItems', { ids }));
    const own = {
      id,
      total: 2_500,
      failed: 4,
      altered: 1,
      reasons: [
        { reason: 'refused', count: 3 },
        { reason: 'too_large', count: 1 },
      ],
    };
    expect(await ask()).toEqual([own]);
    expect(await ask()).toEqual([own]);
    expect(countRequests('/reports/v1/')).toBe(3);
  },
);

test(
  'a forbidden collection shows its skipped items, and an uncounted collection shows none',
  { tags: '@W14' },
  async () => {
    const none = { copied: 0, altered: 0, skipped: 0, failed: 0, reasons: [], kind: 'contacts' };
    const forbidden = { ...none, id: '/a/', name: 'A', total: 12, pending: 12, is_counted: true, is_forbidden: true };
    const unknown = { ...none, id: '/b/', name: 'B', total: 0, pending: 0, is_counted: false, is_forbidden: false };
    const collections = [...report.collections, forbidden, unknown];
    service.answer(reportPath, { body: { ...report, total: 2_512, pending: 12, collections } });
    const [failures] = valueOf(await theConsole.call('reports', 'failedItems', { ids: [id] }));
    expect(failures).toMatchObject({ failed: 16, reasons: [{ reason: 'forbidden', count: 12 }, {}, {}] });
    service.answer(`/api/v1/migrations/${id}`, { body: migrationOf(1) });
    const subject = { kind: 'migration' as const, id };
    const { files } = valueOf(await theConsole.call('supportBundle', 'preview', { subject, userIds: true }));
    const text = files.find(({ name }) => name === 'copied.md')?.text;
    expect(text).toContain('2493 of at least 2512 items, 1 changed by the destination');
    expect(text).toContain('| contacts 2 | 12 | 0 | 0 | 0 | 0 | 12 | forbidden by the source |');
    expect(text).toContain('| contacts 3 | not counted | 0 | 0 | 0 | 0 | 0 |');
  },
);

const endOf = async (format: 'csv' | 'jsonl' | 'receipt'): Promise<ExportState> => {
  const startedResult = valueOf(await theConsole.call('exports', 'startReport', { migrationId: id, format }));
  if (startedResult.result !== 'started') throw new Error(startedResult.result);
  const now = async () =>
    valueOf(await theConsole.call('exports', 'list', {})).find((one) => one.id === startedResult.state.id);
  await eventually(async () => expect(['done', 'failed', 'cancelled']).toContain((await now())?.phase));
  const end = await now();
  if (end === undefined) throw new Error('no export');
  return end;
};

test('an exported report contains each item once, with formulas escaped', { tags: '@W14' }, async () => {
  const lines = await endOf('jsonl');
  expect(lines).toMatchObject({ resource: 'report', phase: 'done', rows: 2_500, total: 2_500, missing: [] });
  const written = readFileSync(lines.path ?? '', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(written).toEqual(Array.from({ length: 2_500 }, (_, index) => itemAt(index)));
  const table = await endOf('csv');
  const [head, first, ...rest] = readFileSync(table.path ?? '', 'utf8').split('\r\n');
  expect(head).toBe('\ufeffcollection,kind,item,state,reason,detail,place,changes');
  expect(first).toBe(`"/ada@example.com/private/","contacts","'=0.vcf","copied","","","",""`);
  expect(rest[2]).toBe(`"/ada@example.com/private/","contacts","'=3.vcf","altered","","","","ORG removed: =A;B"`);
  expect(rest).toHaveLength(2_500);
  expect(lines.fileName).toMatch(/^report-00000000-brightwater-.*\.jsonl$/);
  expect(readdirSync(folder)).toHaveLength(2);
});

test('the signed receipt of a report is saved as the service sent it', { tags: ['@W14', '@X32'] }, async () => {
  const text = '{"items":[\n],\n"receipt":{"object":"receipt"},\n"signature":"c2ln"}\n';
  expect(await endOf('receipt')).toMatchObject({ phase: 'failed', problem: { code: 'not_found' } });
  service.answer(`${reportPath}/receipt`, (_request, reply) => {
    reply.writeHead(200, { 'Content-Type': 'application/json' });
    reply.end(text);
  });
  const saved = await endOf('receipt');
  expect(saved).toMatchObject({ phase: 'done', rows: 2_500, total: 2_500 });
  expect(saved.fileName).toMatch(/^receipt-00000000-brightwater-.*\.json$/);
  expect(readFileSync(saved.path ?? '', 'utf8')).toBe(text);
});

test('a cancelled or failed export of a report leaves no file', { tags: ['@W14', '@F13'] }, async () => {
  let cancel: Promise<unknown> | null = null;
  onPage = (from) => {
    if (from !== 1_000) return;
    cancel ??= theConsole
      .call('exports', 'list', {})
      .then((all) => theConsole.call('exports', 'cancel', { id: valueOf(all)[0]?.id ?? '' }));
  };
  expect(await endOf('csv')).toMatchObject({ phase: 'cancelled', problem: null });
  await cancel;
  onPage = (from) => {
    if (from === 1_000) service.answer(`${reportPath}/items`, { status: 403, body: { message: 'no' } });
  };
  const failed = await endOf('csv');
  expect([failed.phase, failed.problem?.code]).toEqual(['failed', 'forbidden']);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([1, 2, 3, 7])(
  'if a report’s cursors form a loop of %i pages, the export fails and leaves no file',
  { tags: ['@W14', '@F13'] },
  async (length) => {
    let from = 0;
    service.answer(`${reportPath}/items`, (_request, reply) => {
      // The links of the first pages lead into the loop.
      const next = from < 3 ? from + 1 : 3 + ((from - 2) % length);
      const line = `${JSON.stringify(itemAt(from))}\n`;
      from = next;
      const link = `<${reportPath}/items?after=${next}>; rel="next"`;
      reply.writeHead(200, { 'Content-Type': 'application/x-ndjson', Link: link }).end(line);
    });
    const endState = await endOf('jsonl');
    expect([endState.phase, endState.problem?.code]).toEqual(['failed', 'unreadable_reply']);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test(
  'a support bundle has the counts of a copy, but no name of a collection or an item',
  { tags: ['@W14', '@T40'] },
  async () => {
    service.answer(`/api/v1/migrations/${id}`, { body: migrationOf(1, { status: 'COMPLETED_WITH_FAILURES' }) });
    const subject = { kind: 'migration' as const, id };
    const { files } = valueOf(await theConsole.call('supportBundle', 'preview', { subject, userIds: true }));
    const textOf = (name: string): string => files.find((file) => file.name === name)?.text ?? '';
    expect(JSON.parse(textOf('copied.json'))).toMatchObject({
      total: 2_500,
      failed: 4,
      collections: [{ name: 'contacts' }],
    });
    expect(textOf('copied.md')).toContain('3 rejected by the destination as invalid');
    const all = files.map(({ text }) => text).join('\n');
    expect(all).not.toMatch(/private|\.vcf/);
  },
);

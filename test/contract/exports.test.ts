import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import type { ArgsOf } from '#shared/console-contract/types.ts';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { SaveFile } from '#main/console/ports/save-file.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { errorOf, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { type PagedList, servePages } from '#test/fixtures/service/paged-service.ts';
import { openConnected } from '#test/fixtures/console/fake-service-console.ts';
import { migrationOf, type FakeService, startFakeService } from '#test/fixtures/service/fake-service.ts';

const resource = 'migrations';
let folder: string;
let file: string;
let service: FakeService;
let list: PagedList;
let theConsole: TestConsole;
/** A dialog in which the user has chosen a file. */
const saveFile: SaveFile = {
  choose: async () => ({ file, fileName: path.basename(file), written: () => ({ path: file, download: null }) }),
  reveal: () => true,
};
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-export-'));
  file = path.join(folder, 'out.csv');
  service = await startFakeService();
  list = servePages(service, 250);
  theConsole = await openConnected(service.url, { saveFile });
});
afterEach(async () => {
  await theConsole.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

type StartArgs = ArgsOf<Calls['exports']['start']>;
const startExport = (more: Partial<StartArgs>) =>
  theConsole.call('exports', 'start', { resource, scope: 'page', format: 'csv', query: {}, ...more });
const stateOf = async (id: string): Promise<ExportState> => {
  const foundResult = valueOf(await theConsole.call('exports', 'list', {})).find((one) => one.id === id);
  if (!foundResult) throw new Error(`no export ${id}`);
  return foundResult;
};
const endOf = async (more: Partial<StartArgs>): Promise<ExportState> => {
  const startedResult = valueOf(await startExport(more));
  if (startedResult.result !== 'started') throw new Error(startedResult.result);
  const over = (state: ExportState) => ['done', 'failed', 'cancelled'].includes(state.phase);
  await eventually(async () => expect(over(await stateOf(startedResult.state.id))).toBe(true));
  return stateOf(startedResult.state.id);
};
const text = () => readFileSync(file, 'utf8');

test('an export of this page as CSV escapes formulas and has only the chosen columns', { tags: '@C15' }, async () => {
  list.rows[0] = migrationOf(0, { created_by_user_id: '=HYPERLINK("http://x.example","a, b")' });
  list.rows[1] = migrationOf(1, { created_by_user_id: '-2+3', created: '2026-11-20T13:00:00+02:00' });
  const endState = await endOf({ pageSize: 10, columns: ['id', 'created', 'created_by_user_id'] });
  expect(endState).toMatchObject({ phase: 'done', rows: 10, total: 10, path: file, problem: null });
  const [head, ...lines] = text().split('\r\n');
  expect([head, lines.length]).toEqual(['id,created,created_by_user_id', 11]);
  expect(lines[0]).toContain(`"'=HYPERLINK(""http://x.example"",""a, b"")"`);
  expect(text()).toContain(`${migrationOf(1).id},2026-11-20T11:00:00.000Z,'-2+3`);
  expect(readdirSync(folder)).toEqual(['out.csv']);
});

test(
  'an export of all pages loads the rows, then writes the rows that match the query in its order',
  { tags: '@C15' },
  async () => {
    file = path.join(folder, 'out.json');
    const query = { search: 'person-1', sort: { column: 'user', direction: 'descending' } } as const;
    const endState = await endOf({
      scope: 'all',
      format: 'json',
      query,
      columns: ['created_by_user_id', 'company_name'],
    });
    expect(endState).toMatchObject({ phase: 'done', rows: 111 });
    const rows = JSON.parse(text()) as { created_by_user_id: string; company_name: null }[];
    expect(rows).toHaveLength(111);
    expect(rows[0]).toEqual({ created_by_user_id: 'person-1@example.com', company_name: null });
    expect(valueOf(await theConsole.call('loaded', 'state', { resource }))).toMatchObject({
      phase: 'complete',
      rows: 250,
    });
    const notifications = () =>
      theConsole.events.flatMap((event) => (event.name === 'exports:changed' ? [event.data.phase] : []));
    await expect.poll(() => notifications().at(-1)).toBe('done');
    expect(notifications()[0]).toBe('loading');
  },
);

test('an export of all pages counts the loaded rows, then the written rows from zero', { tags: '@C15' }, async () => {
  const secondPage = Promise.withResolvers<undefined>();
  list.onPage = (page) => void (page === 2 && (list.gate = secondPage.promise));
  const startedResult = valueOf(await startExport({ scope: 'all' }));
  const id = startedResult.result === 'started' ? startedResult.state.id : '';
  await eventually(async () => expect(await stateOf(id)).toMatchObject({ phase: 'loading', rows: 100, total: 250 }));
  // Before an export with all columns writes, it asks the service for causes.
  const features = Promise.withResolvers<undefined>();
  service.answer('/.well-known/ferry', (_request, reply) => void features.promise.then(() => reply.end('{}')));
  secondPage.resolve(undefined);
  await eventually(async () => expect((await stateOf(id)).phase).toBe('writing'));
  expect(await stateOf(id)).toMatchObject({ phase: 'writing', rows: 0, total: 250 });
  features.resolve(undefined);
  await eventually(async () => expect(await stateOf(id)).toMatchObject({ phase: 'done', rows: 250, total: 250 }));
});

test(
  'an export of loaded rows needs loaded rows, and an export of all rows as JSON Lines loads them',
  { tags: '@C15' },
  async () => {
    expect(errorOf(await startExport({ scope: 'loaded' })).code).toBe('nothing_to_export');
    list.rows = [migrationOf(1, { created_by_user_id: 'Zoë\n"\u2028' }), migrationOf(2)];
    file = path.join(folder, 'out.jsonl');
    expect(await endOf({ scope: 'all', format: 'jsonl' })).toMatchObject({ phase: 'done', rows: 2 });
    const [first = '', ...more] = text().trimEnd().split('\n');
    expect(JSON.parse(first)).toMatchObject({ id: migrationOf(1).id, created_by_user_id: 'Zoë\n"\u2028' });
    expect(more).toHaveLength(1);
    file = path.join(folder, 'out.csv');
    expect(await endOf({ scope: 'loaded' })).toMatchObject({ phase: 'done', rows: 2 });
    // Without a byte order mark, spreadsheet programs misread letters outside ASCII.
    expect(text().startsWith('\ufeffid,')).toBe(true);
  },
);

test.each([
  ['a folder has its name', () => mkdirSync(file), /is a folder\.$/],
  ['its folder was deleted', () => (file = path.join(folder, 'gone', 'out.csv')), /gone doesn't exist\.$/],
])(
  'an export gives one sentence and leaves no file if %s',
  { tags: ['@C15', '@F13'] },
  async (_name, prepare, sentence) => {
    prepare();
    const before = readdirSync(folder);
    const failed = await endOf({});
    expect(failed).toMatchObject({ phase: 'failed', path: null, problem: { code: 'export_not_saved' } });
    expect(failed.problem?.detail).toMatch(sentence);
    expect(readdirSync(folder)).toEqual(before);
  },
);

test(
  'cancelling an export during its load writes nothing and keeps an older file of the same name',
  { tags: ['@C15', '@F13'] },
  async () => {
    writeFileSync(file, 'older');
    const exportCancelled = Promise.withResolvers<undefined>();
    list.gate = exportCancelled.promise;
    const startedResult = valueOf(await startExport({ scope: 'all' }));
    const id = startedResult.result === 'started' ? startedResult.state.id : '';
    await eventually(async () => expect((await stateOf(id)).phase).toBe('loading'));
    valueOf(await theConsole.call('exports', 'cancel', { id }));
    exportCancelled.resolve(undefined);
    await eventually(async () => expect((await stateOf(id)).phase).toBe('cancelled'));
    expect(text()).toBe('older');
    expect(readdirSync(folder)).toEqual(['out.csv']);
    expect(valueOf(await theConsole.call('loaded', 'state', { resource })).phase).toBe('cancelled');
  },
);

test('an export whose load fails has the same error as the load', { tags: ['@C15', '@F13'] }, async () => {
  list.onPage = (page) => (page === 2 ? { status: 403 } : undefined);
  expect(await endOf({ scope: 'all' })).toMatchObject({ phase: 'failed', problem: { code: 'forbidden' } });
  expect(existsSync(file)).toBe(false);
});

test(
  'selected rows are exported in their order from the page or the loaded rows, and missing rows are named',
  { tags: '@C47' },
  async () => {
    valueOf(await theConsole.call('loaded', 'start', { resource }));
    await eventually(async () =>
      expect(valueOf(await theConsole.call('loaded', 'state', { resource })).phase).toBe('complete'),
    );
    const { ids } = valueOf(await theConsole.call('loaded', 'ids', { resource, query: {}, limit: 20_000 }));
    expect(ids).toHaveLength(250);
    const deleted = '0b7716ce-4aa1-4d1b-9f6e-2a7c5be0e9d2';
    const observed = '1c8827df-5bb2-4e2c-8a7f-3b8d6cf1fae3';
    const [first = '', second = ''] = ids;
    const query = { search: second };
    const among = valueOf(await theConsole.call('loaded', 'among', { resource, query, ids: [first, second, deleted] }));
    expect(among).toMatchObject({ matched: 1 });
    const { profileId, rows } = valueOf(await theConsole.call('loaded', 'byIds', { ids: [second, deleted, first] }));
    expect(rows.map(({ id }) => id)).toEqual([second, first]);
    const given = { ...rows[0], id: observed, status: 'FAILED' } as (typeof rows)[number];
    const chosen = { profileId, ids: [second, deleted, observed, first], rows: [given] };
    const endState = await endOf({ scope: 'chosen', columns: ['id'], chosen });
    expect(endState).toMatchObject({ phase: 'done', rows: 3, total: 4, missing: [deleted] });
    expect(text().trimEnd().split('\r\n').slice(1)).toEqual([second, observed, first]);
  },
);

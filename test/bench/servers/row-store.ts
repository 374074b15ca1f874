import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { AttentionFilter } from '#shared/attention.ts';
import { selectionLimits } from '#shared/list-limits.ts';
import type { DataCallName } from '#shared/data-messages/data-calls.ts';
import { openDataInProcess } from '#data/testing/data-in-process.ts';

export type RowStoreAsk = 'load' | 'export' | 'bare write' | RowQuestion;
/** The queries that are timed. Each has different arguments every time, so that no cache can answer it. */
export type RowQuestion = 'search' | 'group' | 'sort' | 'select all' | 'attention queue' | 'attention list';
export interface RowStoreAnswer {
  readonly ms: number;
  readonly bytes: number;
  /** Peak growth of resident memory; 0 for `load` and questions. */
  readonly grownBytes: number;
}

/**
 * Runs the data process's code in its own process, with rows as the service sends them. Needs `--expose-gc`; the
 * arguments are an output folder and the number of rows.
 */
const pageSize = 100;
const [folder = '.', count = '100000'] = process.argv.slice(2);
const rows = Number(count);
const statuses = ['COMPLETE', 'COMPLETE', 'COMPLETE', 'FAILED', 'WORKING', 'COMPLETED_WITH_FAILURES', 'NOT_STARTED'];
const hexOf = (value: number, length: number): string =>
  (value >>> 0).toString(16).padStart(length, '0').slice(-length);
const idOf = (index: number): string =>
  `${hexOf(Math.imul(index, 2_654_435_761), 8)}-${hexOf(index >>> 8, 4)}-4${hexOf(index, 3)}-8${hexOf(index * 7, 3)}-${hexOf(index, 12)}`;
const pageOf = (page: number): string => {
  const results = Array.from({ length: pageSize }, (_, at) => {
    const index = page * pageSize + at;
    return {
      object: 'migration',
      id: idOf(index),
      created: new Date(1_790_000_000_000 - index * 61_000).toISOString(),
      status: statuses[index % statuses.length] ?? '',
      created_by_user_id: `person.number-${index}@customer.example`,
      company_id: index % 10 === 0 ? null : idOf(1_000_000 + (index % 400)),
    };
  });
  return JSON.stringify({ results, page: { size: pageSize, total: rows } });
};

const ask = openDataInProcess((name) => path.join(folder, name));
const place = { profileId: 'bench', resource: 'migrations' } as const;

async function load(): Promise<RowStoreAnswer> {
  await ask('dropRows', place);
  const startedAt = performance.now();
  await ask('beginRows', { ...place, load: 'bench' });
  for (let page = 0; page < rows / pageSize; page += 1) {
    const pages = [{ page: page + 1, pageSize, at: Date.now(), text: pageOf(page), before: null }];
    await ask('keepPages', { ...place, load: 'bench', pages });
  }
  const ms = performance.now() - startedAt;
  // Waits until the timeline has stored the load's statuses, which are in memory until then.
  await ask('countStored', { profileId: place.profileId });
  return { ms, bytes: 0, grownBytes: 0 };
}

/** Runs `run` and measures how far resident memory rises. */
async function watched(run: () => Promise<number>): Promise<RowStoreAnswer> {
  for (let time = 0; time < 3; time += 1) globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let highest = before;
  const memoryTimer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 5);
  const startedAt = performance.now();
  const bytes = await run();
  const ms = performance.now() - startedAt;
  clearInterval(memoryTimer);
  return { ms, bytes, grownBytes: Math.max(highest, process.memoryUsage.rss()) - before };
}

const file = path.join(folder, 'export.csv');
const part = path.join(folder, 'export.part');
let written = 0;

const stuckHours = { WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 };
const everything = {
  search: '',
  filters: {},
  createdFrom: null,
  createdTo: null,
  changedFrom: null,
  attention: [] as AttentionFilter[],
  sort: null,
};
let turns = 0;
/** A different minute each time, so that cached results don't apply. */
const terms = () => ({ now: Date.now() + turns * 60_000, stuckHours });

/** Times only the query itself. */
const answering =
  (createRequest: (turn: number) => readonly [DataCallName, object]) => async (): Promise<RowStoreAnswer> => {
    turns += 1;
    const [call, args] = createRequest(turns);
    const startedAt = performance.now();
    await ask(call, { ...place, attention: terms(), at: Date.now(), ...args } as never);
    return { ms: performance.now() - startedAt, bytes: 0, grownBytes: 0 };
  };
const firstRows = { offset: 0, limit: 100 };
/** An end time that differs each turn, so that cached results don't apply. */
const until = (turn: number): string => new Date(1_790_000_000_000 - turn * 61_000).toISOString();
const questions: Record<RowQuestion, () => Promise<RowStoreAnswer>> = {
  search: answering((turn) => ['windowOfRows', { query: { ...everything, search: `number-${turn}1` }, ...firstRows }]),
  group: answering((turn) => [
    'groupsOfRows',
    { query: { ...everything, createdTo: until(turn) }, by: 'company', zone: 'utc' },
  ]),
  sort: answering((turn) => [
    'windowOfRows',
    {
      query: {
        ...everything,
        createdTo: until(turn),
        sort: { column: turn % 2 === 0 ? 'status' : 'user', direction: turn % 4 < 2 ? 'ascending' : 'descending' },
      },
      ...firstRows,
    },
  ]),
  'select all': answering((turn) => [
    'idsOfRows',
    { query: { ...everything, createdTo: until(turn) }, offset: 0, limit: selectionLimits.ids },
  ]),
  'attention queue': answering(() => ['overview', { sample: null, ...terms() }]),
  'attention list': answering(() => [
    'windowOfRows',
    { query: { ...everything, attention: ['stuck', 'failed', 'waiting', 'partial'] }, ...firstRows },
  ]),
};

const writeExport = async (): Promise<number> => {
  const call = {
    ...place,
    exportId: 'e',
    query: everything,
    attention: terms(),
    rows: null,
    ids: null,
    format: 'csv',
    columns: [],
    causes: null,
    mode: 0o600,
  } as const;
  const result = await ask('exportRows', { ...call, file, part });
  written = result.ok ? result.written.bytes : 0;
  return written;
};
const writeBare = async (): Promise<number> => {
  const piece = Buffer.alloc(64 * 1024, 'a');
  const handle = await open(part, 'w');
  for (let left = written; left > 0; left -= piece.length) await handle.write(piece, 0, Math.min(left, piece.length));
  await handle.sync();
  await handle.close();
  rmSync(part);
  return written;
};

const answers: Record<RowStoreAsk, () => Promise<RowStoreAnswer>> = {
  load,
  export: () => watched(writeExport),
  'bare write': () => watched(writeBare),
  ...questions,
};
process.on('message', (request: RowStoreAsk) => {
  void answers[request]().then((reported) => process.send?.(reported));
});
process.on('disconnect', () => process.exit());

import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { DataCallName, DataReply, DataRequest } from '#shared/data-messages/data-calls.ts';
import { createAnswers } from '#data/answer-request.ts';
import { openTimelineDatabase } from '#data/timeline/open-timeline.ts';
import { createStatusTimes } from '#data/timeline/status-times.ts';
import { createTimeline } from '#data/timeline/timeline.ts';

/** What the benchmark asks of it. */
export type RowStoreAsk = 'load' | 'export' | 'bare write';
export interface RowStoreAnswer {
  readonly ms: number;
  readonly bytes: number;
  /** Growth of the memory: what stays after a collection for `load`, at its highest for the others. */
  readonly grownBytes: number;
}

/**
 * The data process's own code in a process of its own, with 100,000 rows as the service sends them. Run with
 * `--expose-gc` and a folder to write in.
 */
const rows = 100_000;
const pageSize = 100;
const [folder = '.'] = process.argv.slice(2);
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

const database = openTimelineDatabase(path.join(folder, 'timeline.db'), () => undefined);
const waiting = new Map<number, (value: unknown) => void>();
const answer = createAnswers(createTimeline(database), createStatusTimes(database), (reply: DataReply) => {
  if (reply.kind === 'result') waiting.get(reply.id)?.(reply.value);
});
let lastId = 0;
const ask = (call: DataCallName, args: unknown): Promise<unknown> =>
  new Promise((resolve) => {
    lastId += 1;
    waiting.set(lastId, resolve);
    // By its JSON, as it comes from another process: no text of a row is shared with anything here.
    answer(JSON.parse(JSON.stringify({ id: lastId, call, args })) as DataRequest);
  });
const collect = (): number => {
  for (let time = 0; time < 3; time += 1) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
const place = { profileId: 'bench', resource: 'migrations' } as const;

async function load(): Promise<RowStoreAnswer> {
  await ask('dropRows', place);
  const before = collect();
  const startedAt = performance.now();
  await ask('beginRows', { ...place, load: 'bench', expected: rows });
  for (let page = 0; page < rows / pageSize; page += 1) {
    const pages = [{ page: page + 1, pageSize, at: Date.now(), text: pageOf(page), before: null }];
    await ask('keepPages', { ...place, load: 'bench', pages });
  }
  const ms = performance.now() - startedAt;
  // Answered when the timeline knows of the load's statuses: until then they are in memory.
  await ask('count', { profileId: place.profileId });
  return { ms, bytes: 0, grownBytes: collect() - before };
}

/** Runs something and watches how far the resident memory rises meanwhile. */
async function watched(run: () => Promise<number>): Promise<RowStoreAnswer> {
  collect();
  const before = process.memoryUsage.rss();
  let highest = before;
  const looking = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 5);
  const startedAt = performance.now();
  const bytes = await run();
  const ms = performance.now() - startedAt;
  clearInterval(looking);
  return { ms, bytes, grownBytes: Math.max(highest, process.memoryUsage.rss()) - before };
}

const file = path.join(folder, 'export.csv');
const part = path.join(folder, 'export.part');
let written = 0;

const writeExport = async (): Promise<number> => {
  const query = {
    search: '',
    filters: {},
    createdFrom: null,
    createdTo: null,
  };
  const call = { ...place, exportId: 'e', query: { ...query, sort: null }, rows: null, format: 'csv', columns: [] };
  const result = (await ask('exportRows', { ...call, file, part })) as { written?: { bytes: number } };
  written = result.written?.bytes ?? 0;
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
};
process.on('message', (asked: RowStoreAsk) => {
  void answers[asked]().then((told) => process.send?.(told));
});
process.on('disconnect', () => process.exit());

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type AppError, fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { exportFormats, ExportState } from '#shared/console-contract/export-calls.ts';
import type { LoadPlan } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedQuery, LoadedResource } from '#shared/console-contract/loaded-query.ts';
import type { ExportedFile, WriteProblem } from '#shared/data-messages/export-messages.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { checkBinding } from '../api-client/service-binding.ts';
import type { Clock } from '../clock/clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { Loads } from '../loaded/loads.ts';
import { type PageOfRows, readPageOfRows } from '../loaded/page-of-rows.ts';
import type { Redactor } from '../log/redactor.ts';
import type { Profile } from '../profiles/profile.ts';
import { exportName, type SaveFile, type SaveTarget } from './save-file.ts';

/** One sentence about a file that could not be written. */
function sentenceFor(problem: WriteProblem, file: string, detail: string): string {
  const folder = path.dirname(file);
  const sentences: Record<WriteProblem, string> = {
    disk_full: `The disk of ${folder} is full.`,
    not_writable: `Nothing may be written into ${folder}.`,
    folder_missing: `The folder ${folder} is not there.`,
    is_folder: `${file} is a folder.`,
    failed: `The system said: ${detail}.`,
  };
  return sentences[problem];
}

interface ExportsPorts {
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, 'text'>;
  readonly api: ApiClient;
  readonly data: DataProcess;
  readonly loads: Loads;
  readonly profile: () => Profile;
  /** What the active profile is bound to now: an export is of the service that it was begun for. */
  readonly binding: () => string;
  readonly saveFile: SaveFile;
  readonly onChange: (state: ExportState) => void;
}

interface ExportRequest {
  readonly resource: LoadedResource;
  readonly scope: 'page' | 'loaded' | 'all';
  readonly format: (typeof exportFormats)[number];
  readonly query: LoadedQuery;
  readonly page: number;
  readonly pageSize: number;
  readonly columns: readonly string[];
  readonly confirmed: boolean;
}

type StartedExport =
  | { readonly result: 'started'; readonly state: ExportState }
  | { readonly result: 'asks'; readonly plan: LoadPlan }
  | { readonly result: 'dismissed' };

/** Exports of this run of the console, each with a file of its own. */
export interface Exports {
  readonly start: (request: ExportRequest, signal: AbortSignal) => Promise<Outcome<StartedExport>>;
  /** The latest first. */
  readonly list: () => ExportState[];
  readonly cancel: (id: string) => void;
  readonly reveal: (id: string) => boolean;
  /** Cancels all, and waits until nothing is left of them. */
  readonly close: () => Promise<void>;
}

interface Entry {
  state: ExportState;
  readonly binding: string;
  readonly target: SaveTarget;
  readonly stop: AbortController;
  ended: Promise<void>;
}

const mostKept = 50;
const progressMs = 250;

export function createExports(ports: ExportsPorts): Exports {
  const { clock, api, data, loads, profile, saveFile } = ports;
  const entries = new Map<string, Entry>();

  const set = (entry: Entry, change: Partial<ExportState>) => {
    entry.state = { ...entry.state, ...change };
    ports.onChange(entry.state);
  };
  /** Why an export cannot go on, where its profile is another one by now. */
  const changeSince = (binding: string): AppError | null =>
    errorOf(checkBinding(binding, ports.binding(), clock.now()));
  const endWith = (entry: Entry, error: AppError) => {
    const isStopped = entry.stop.signal.aborted;
    // What a change of the profile has cut off was cancelled by nobody.
    const why = (isStopped ? null : changeSince(entry.binding)) ?? error;
    const isCancelled = isStopped || why.code === 'cancelled';
    set(entry, { phase: isCancelled ? 'cancelled' : 'failed', problem: isCancelled ? null : why });
  };

  /** Waits until everything is loaded; null, or why it is not. */
  const loadAll = async (entry: Entry, resource: LoadedResource): Promise<AppError | null> => {
    const before = changeSince(entry.binding);
    if (before) return before;
    const isOwn = ['none', 'cancelled', 'failed', 'complete'].includes(loads.state(resource).phase);
    const begun = await beginLoad(resource, entry.stop.signal);
    if (begun) return begun;
    const ticking = setInterval(() => {
      if (changeSince(entry.binding)) return;
      const { rows, total } = loads.state(resource);
      set(entry, { rows, total });
    }, progressMs);
    const stopped = new Promise<void>((resolve) => {
      const { signal } = entry.stop;
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([loads.settled(resource), stopped]);
    clearInterval(ticking);
    const since = changeSince(entry.binding);
    if (since) return since;
    const { phase, problem } = loads.state(resource);
    if (phase === 'complete' && !entry.stop.signal.aborted) return null;
    if (entry.stop.signal.aborted && isOwn) loads.cancel(resource);
    return problem ?? errorOf(fail('cancelled', clock.now()));
  };
  const beginLoad = async (resource: LoadedResource, signal: AbortSignal): Promise<AppError | null> => {
    const { phase, rows } = loads.state(resource);
    if (phase === 'complete' && rows > 0) loads.topUp(resource);
    else if (phase === 'paused' || phase === 'cancelled' || phase === 'failed') loads.resume(resource);
    else if (phase === 'none' || phase === 'complete') {
      const started = await loads.start(resource, { confirmed: true, signal });
      if (!started.ok) return started.error;
    }
    return null;
  };

  const write = async (
    entry: Entry,
    request: ExportRequest,
    rows: PageOfRows['rows'] | null,
  ): Promise<Outcome<ExportedFile>> => {
    const { file, mode = 0o666 } = entry.target;
    const { resource, query, format, columns } = request;
    const { id: exportId, profileId } = entry.state;
    // Named here, so that it can be removed even when the process that writes it is lost.
    const part = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}.part`);
    const progress = { id: exportId, tell: (written: ExportedFile) => set(entry, written) };
    const args = { exportId, profileId, resource, query, rows, format, columns, file, part, mode };
    const written = await data.call('exportRows', args, { signal: entry.stop.signal, progress });
    if (!written.ok) {
      await rm(part, { force: true }).catch(() => undefined);
      return written;
    }
    if (written.value.ok) return succeed(written.value.written);
    const detail = sentenceFor(written.value.problem, file, written.value.detail);
    return fail('export_not_saved', clock.now(), { detail });
  };

  const run = async (entry: Entry, request: ExportRequest, rows: PageOfRows['rows'] | null): Promise<void> => {
    const { resource, profileId } = entry.state;
    const problem = request.scope === 'all' ? await loadAll(entry, resource) : null;
    if (problem) return endWith(entry, problem);
    const counted = rows ? null : await data.call('countRows', { profileId, resource, query: request.query });
    set(entry, { phase: 'writing', rows: 0, total: counted?.ok ? counted.value : null });
    const written = await write(entry, request, rows);
    if (!written.ok) return endWith(entry, written.error);
    return set(entry, { ...written.value, ...entry.target.written(), phase: 'done', total: written.value.rows });
  };

  const keep = (entry: Entry) => {
    entries.set(entry.state.id, entry);
    for (const [id, { state }] of entries) {
      if (entries.size <= mostKept) break;
      if (state.phase !== 'loading' && state.phase !== 'writing') entries.delete(id);
    }
  };

  /** What must be so before a place for the file is asked for: rows of the page, a yes, something loads. */
  const prepare = async (
    { scope, resource, page, pageSize, confirmed }: ExportRequest,
    signal: AbortSignal,
  ): Promise<Outcome<{ rows: PageOfRows['rows'] | null; asks: LoadPlan | null }>> => {
    if (scope === 'page') {
      const read = await readPageOfRows(api, { resource, page, pageSize }, signal, clock);
      return read.ok ? succeed({ rows: read.value.rows, asks: null }) : read;
    }
    const { phase, rows } = loads.state(resource);
    if (scope === 'loaded') {
      return rows > 0 ? succeed({ rows: null, asks: null }) : fail('nothing_to_export', clock.now());
    }
    if (phase !== 'none' || confirmed) return succeed({ rows: null, asks: null });
    const plan = await loads.plan(resource, signal);
    if (!plan.ok) return plan;
    return succeed({ rows: null, asks: plan.value.asks ? plan.value : null });
  };

  return {
    start: async (request, signal) => {
      const { id: profileId, name } = profile();
      const binding = ports.binding();
      // Cleaned before letters of it are left out, which no search for a key would see through.
      const { resource, format } = request;
      const prepared = await prepare(request, signal);
      if (!prepared.ok) return prepared;
      if (prepared.value.asks) return succeed({ result: 'asks', plan: prepared.value.asks });
      const fileName = exportName(resource, ports.redactor.text(name), format, clock.now());
      const target = await saveFile.choose({ fileName, format });
      if (!target) return succeed({ result: 'dismissed' });
      const since = changeSince(binding);
      if (since) return { ok: false, error: since };
      const state: ExportState = {
        id: randomBytes(12).toString('hex'),
        profileId,
        resource,
        phase: request.scope === 'all' ? 'loading' : 'writing',
        rows: 0,
        total: null,
        bytes: 0,
        fileName: target.fileName,
        path: null,
        download: null,
        problem: null,
      };
      const entry: Entry = { state, binding, target, stop: new AbortController(), ended: Promise.resolve() };
      keep(entry);
      ports.onChange(state);
      entry.ended = run(entry, request, prepared.value.rows);
      return succeed({ result: 'started', state });
    },
    list: () => Array.from(entries.values(), ({ state }) => state).toReversed(),
    cancel: (id) => entries.get(id)?.stop.abort(),
    reveal: (id) => {
      const file = entries.get(id)?.state.path ?? null;
      return file !== null && saveFile.reveal(file);
    },
    close: async () => {
      for (const { stop } of entries.values()) stop.abort();
      await Promise.race([Promise.all(Array.from(entries.values(), ({ ended }) => ended)), clock.sleep(2_000)]);
    },
  };
}

const errorOf = (outcome: Outcome<unknown>): AppError | null => (outcome.ok ? null : outcome.error);

export const createExportsHandlers = (exports: Exports): ConsoleHandlers['exports'] => ({
  start: (request, { signal }) => exports.start(request, signal),
  list: async () => succeed(exports.list()),
  cancel: async ({ id }) => {
    exports.cancel(id);
    return succeed({});
  },
  reveal: async ({ id }) => succeed({ shown: exports.reveal(id) }),
});

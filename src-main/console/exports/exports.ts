import { randomBytes } from 'node:crypto';
import { type AppError, type Outcome, succeed } from '#shared/app-error.ts';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import type { LoadPlan } from '#shared/console-contract/loaded-calls.ts';
import type { AttentionTerms } from '#shared/data-messages/data-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { checkBinding } from '../api-client/service-binding.ts';
import type { Clock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { Loads } from '../loaded/loads.ts';
import type { Redactor } from '../log/redactor.ts';
import type { Profile } from '../profiles/profile.ts';
import type { SaveFile, SaveTarget } from '../ports/save-file.ts';
import { type ExportEvent, isUnderWay, newExport, reduceExport } from './export-state.ts';
import { loadAllRows } from './load-all-rows.ts';
import { type ExportRequest, findRows, type NamedRows } from './rows-to-export.ts';
import { exportName } from './save-file.ts';
import { writeFile } from './write-file.ts';

interface ExportsPorts {
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, 'text'>;
  readonly api: ApiClient;
  readonly data: DataProcess;
  readonly loads: Loads;
  /** By what rows are judged now that need attention. */
  readonly attention: () => AttentionTerms;
  readonly profile: () => Profile;
  /** What the active profile is bound to now: an export is of the service that it was begun for. */
  readonly binding: () => string;
  readonly saveFile: SaveFile;
  readonly onChange: (state: ExportState) => void;
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

export function createExports(ports: ExportsPorts): Exports {
  const { clock, data, loads, profile, saveFile } = ports;
  const entries = new Map<string, Entry>();

  const apply = (entry: Entry, event: ExportEvent) => {
    entry.state = reduceExport(entry.state, event);
    ports.onChange(entry.state);
  };
  /** Why an export cannot go on, where its profile is another one by now. */
  const changeSince = (binding: string): AppError | null => {
    const bound = checkBinding(binding, ports.binding(), clock.now());
    return bound.ok ? null : bound.error;
  };
  const endWith = (entry: Entry, error: AppError) => {
    if (entry.stop.signal.aborted) return apply(entry, { kind: 'stopped' });
    // What a change of the profile has cut off was cancelled by nobody.
    return apply(entry, { kind: 'failed', problem: changeSince(entry.binding) ?? error });
  };

  const run = async (entry: Entry, request: ExportRequest, named: NamedRows): Promise<void> => {
    const { id: exportId, resource, profileId } = entry.state;
    const { query, format, columns } = request;
    const { signal } = entry.stop;
    if (request.scope === 'all') {
      const change = () => changeSince(entry.binding);
      const onRows = (rows: number, total: number | null) => apply(entry, { kind: 'rowsLoaded', rows, total });
      const problem = await loadAllRows({ loads, clock, resource, change, onRows }, signal);
      if (problem) return endWith(entry, problem);
    }
    const isCounted = named.rows === null && named.ids === null;
    const attention = ports.attention();
    const counted = isCounted ? await data.call('countRows', { profileId, resource, query, attention }) : null;
    apply(entry, { kind: 'writingStarted', total: counted?.ok ? counted.value : (named.ids?.length ?? null) });
    const content = { exportId, profileId, resource, query, attention, ...named, format, columns };
    const onProgress = (written: { rows: number; bytes: number }) => apply(entry, { kind: 'rowsWritten', written });
    const written = await writeFile({ data, clock }, { target: entry.target, content, onProgress }, signal);
    if (!written.ok) return endWith(entry, written.error);
    return apply(entry, { kind: 'fileCompleted', ...written.value, place: entry.target.written() });
  };

  const keep = (entry: Entry) => {
    entries.set(entry.state.id, entry);
    for (const [id, { state }] of entries) {
      if (entries.size <= mostKept) break;
      if (!isUnderWay(state)) entries.delete(id);
    }
  };

  return {
    start: async (request, signal) => {
      const { id: profileId, name } = profile();
      const binding = ports.binding();
      const { resource, format, scope } = request;
      const found = await findRows({ ...ports, profileId }, request, signal);
      if (!found.ok) return found;
      if (found.value.asks) return succeed({ result: 'asks', plan: found.value.asks });
      // Cleaned before letters of it are left out, which no search for a key would see through.
      const fileName = exportName(resource, ports.redactor.text(name), format, clock.now());
      const target = await saveFile.choose({ fileName, format });
      if (!target) return succeed({ result: 'dismissed' });
      const change = changeSince(binding);
      if (change) return { ok: false, error: change };
      const state = newExport({
        id: randomBytes(12).toString('hex'),
        profileId,
        resource,
        phase: scope === 'all' ? 'loading' : 'writing',
        fileName: target.fileName,
      });
      const entry: Entry = { state, binding, target, stop: new AbortController(), ended: Promise.resolve() };
      keep(entry);
      ports.onChange(state);
      entry.ended = run(entry, request, found.value.named);
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

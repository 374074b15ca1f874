import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { andThen, type AppError, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { ParsedArgsOf, ResultOf } from '#shared/console-contract/types.ts';
import type { ExportedFile } from '#shared/data-messages/export-messages.ts';
import { maxSummaries } from '#shared/list-limits.ts';
import type { ActivityTopic } from '../activity/activity-topic.ts';
import type { Access } from '../api-client/service-client.ts';
import { checkBinding } from '../api-client/service-binding.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { throttle } from '../events/emitter.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import type { SaveTarget, SuggestedFile } from '../ports/save-file.ts';
import type { ReportsTopic } from '../reports/reports-topic.ts';
import { type ExportRequest, loadAllRows, resolveExportRows, type NamedRows } from './rows-to-export.ts';
import { exportName, partialFileOf, writeProblem } from './save-file.ts';
import { writeReport } from './write-report.ts';

type ReportRequest = ParsedArgsOf<Calls['exports']['startReport']>;

interface Entry {
  state: ExportState;
  readonly binding: string;
  readonly target: SaveTarget;
  readonly stop: AbortController;
  ended: Promise<void>;
}

interface NewRun extends Pick<ExportState, 'resource' | 'phase'> {
  readonly suggested: SuggestedFile;
  readonly binding: string;
}

const maxStored = 50;
const changeMs = 250;

const isInProgress = ({ phase }: ExportState): boolean => phase === 'loading' || phase === 'writing';

interface ExportsTopicPorts extends BaseTopics {
  readonly loadedRows: Pick<LoadedRows, 'loads' | 'attention'>;
  readonly reports: Pick<ReportsTopic, 'client'>;
  readonly activity: Pick<ActivityTopic, 'causesOf'>;
}

export function createExportsTopic(topic: ExportsTopicPorts) {
  const { clock, profiles, api, data, loadedRows, reports, activity, events } = topic;
  const { redactor, saveFile } = topic.ports;
  const { loads } = loadedRows;
  const { profile } = profiles.active;
  const entries = new Map<string, Entry>();
  const throttled = throttle<ExportState>(changeMs, (state) => events.emit('exports:changed', state));
  const reportChange = (state: ExportState) => throttled(state.id, state);

  const change = (entry: Entry, values: Partial<ExportState>) => {
    entry.state = { ...entry.state, ...values };
    reportChange(entry.state);
  };
  const changeSince = (binding: string): AppError | null => {
    const bound = checkBinding(binding, profiles.binding(), clock.now());
    return bound.ok ? null : bound.error;
  };
  const failExport = (entry: Entry, error: AppError) => {
    // If the profile changed, report that change, because it is the cause of the error.
    const problem = changeSince(entry.binding) ?? error;
    if (entry.stop.signal.aborted || problem.code === 'cancelled') return change(entry, { phase: 'cancelled' });
    return change(entry, { phase: 'failed', problem });
  };

  const progressOf = (entry: Entry) => (written: ExportedFile) => change(entry, written);
  const end = (entry: Entry, result: Outcome<{ written: ExportedFile; missing: readonly string[] }>) => {
    if (!result.ok) return failExport(entry, result.error);
    const { written, missing } = result.value;
    // `total` stays the number of selected rows, so that missing rows are visible.
    const total = written.rows + missing.length;
    return change(entry, { ...written, ...entry.target.written(), phase: 'done', total, missing: [...missing] });
  };

  /** Reads causes only for an export of few migrations with all columns, because each cause takes a request. */
  const causesOf = async ({ resource, columns }: ExportRequest, named: NamedRows, signal: AbortSignal) => {
    const ids = named.ids ?? named.rows?.map(({ id }) => id) ?? [];
    if (resource !== 'migrations' || columns.length > 0 || ids.length > maxSummaries) return null;
    const summaries = [...(await activity.causesOf(ids, signal)).values()];
    const causes = summaries.flatMap(({ id, cause }) => (cause ? [[id, cause.message] as const] : []));
    return causes.length === 0 ? null : Object.fromEntries(causes);
  };

  const run = async (entry: Entry, request: ExportRequest, named: NamedRows): Promise<void> => {
    const { id: exportId, profileId } = entry.state;
    const { resource, query, format, columns } = request;
    const { signal } = entry.stop;
    if (request.scope === 'all') {
      const onRows = (rows: number, total: number | null) => change(entry, { rows, total });
      const profileChange = () => changeSince(entry.binding);
      const problem = await loadAllRows({ loads, clock, resource, change: profileChange, onRows }, signal);
      if (problem) return failExport(entry, problem);
    }
    const isCounted = named.rows === null && named.ids === null;
    const attention = loadedRows.attention();
    const countResult = isCounted ? await data.call('countRows', { profileId, resource, query, attention }) : null;
    const total = countResult?.ok ? countResult.value : (named.ids?.length ?? null);
    change(entry, { phase: 'writing', rows: 0, total });
    const causes = await causesOf(request, named, signal);
    const { file, mode = 0o666 } = entry.target;
    // Named here, so that this process can remove the file after a crash of the data process.
    const part = partialFileOf(file);
    const content = { exportId, profileId, resource, query, attention, ...named, format, columns, causes };
    const progress = { id: exportId, tell: progressOf(entry) };
    const writing = data.call('exportRows', { ...content, file, part, mode }, { signal, progress });
    const result = await andThen(writing, (written) =>
      written.ok
        ? succeed(written)
        : fail('export_not_saved', clock.now(), { detail: writeProblem(file, written.code, written.detail) }),
    );
    if (!result.ok) await rm(part, { force: true }).catch(() => undefined);
    return end(entry, result);
  };

  const keep = (entry: Entry) => {
    entries.set(entry.state.id, entry);
    for (const [id, { state }] of entries) {
      if (entries.size <= maxStored) break;
      if (!isInProgress(state)) entries.delete(id);
    }
  };

  const runReport = async (entry: Entry, { migrationId: id, format }: ReportRequest, access: Access, total: number) => {
    const { signal } = entry.stop;
    change(entry, { total });
    const content = { access, id, target: entry.target, format, total, onProgress: progressOf(entry) };
    const writing = writeReport({ clock, client: reports.client }, content, signal);
    return end(entry, await mapOutcome(writing, (written) => ({ written, missing: [] })));
  };

  const startRun = async (
    { resource, phase, suggested, binding }: NewRun,
    work: (entry: Entry) => Promise<void>,
  ): Promise<Outcome<ResultOf<Calls['exports']['start']>>> => {
    const { id: profileId } = profile();
    const target = await saveFile.choose(suggested);
    if (!target) return succeed({ result: 'dismissed' });
    const profileChange = changeSince(binding);
    if (profileChange) return { ok: false, error: profileChange };
    const state: ExportState = {
      id: randomBytes(12).toString('hex'),
      profileId,
      resource,
      phase,
      fileName: target.fileName,
      rows: 0,
      total: null,
      bytes: 0,
      path: null,
      download: null,
      problem: null,
      missing: [],
    };
    const entry: Entry = { state, binding, target, stop: new AbortController(), ended: Promise.resolve() };
    keep(entry);
    reportChange(state);
    entry.ended = work(entry);
    return succeed({ result: 'started', state });
  };
  /** Redacts the name before `exportName` removes characters that the redactor needs to find a key. */
  const nameOf = (what: Parameters<typeof exportName>[0], format: ExportRequest['format']): SuggestedFile => ({
    fileName: exportName(what, redactor.text(profile().name), format, clock.now()),
    format,
  });

  return {
    handlers: {
      start: async (request, { signal }) => {
        const binding = profiles.binding();
        const { resource, format, scope } = request;
        const suggested = nameOf(resource, format);
        const rowsResult = await resolveExportRows({ api, clock, loads, profileId: profile().id }, request, signal);
        if (!rowsResult.ok) return rowsResult;
        const phase = scope === 'all' ? 'loading' : 'writing';
        return startRun({ resource, phase, suggested, binding }, (entry) => run(entry, request, rowsResult.value));
      },
      startReport: async (request, { signal }) => {
        const { migrationId, format } = request;
        const access = await profiles.access();
        if (!access.ok) return access;
        const { binding } = access.value;
        // Reads the report before the save dialog opens, so that an error appears first.
        const report = await reports.client.report(access.value, migrationId, signal);
        if (!report.ok) return report;
        const { total } = report.value;
        if (total === 0) return fail('nothing_to_export', clock.now());
        const name = migrationId.slice(0, 8);
        const suggested = format === 'receipt' ? nameOf(`receipt-${name}`, 'json') : nameOf(`report-${name}`, format);
        return startRun({ resource: 'report', phase: 'writing', suggested, binding }, (entry) =>
          runReport(entry, request, access.value, total),
        );
      },
      list: async () => succeed(Array.from(entries.values(), ({ state }) => state).toReversed()),
      cancel: async ({ id }) => {
        entries.get(id)?.stop.abort();
        return succeed({});
      },
      reveal: async ({ id }) => {
        const file = entries.get(id)?.state.path ?? null;
        return succeed({ shown: file !== null && saveFile.reveal(file) });
      },
    } satisfies ConsoleHandlers['exports'],
    /** Waits up to 2 s for the removal of incomplete files. */
    close: async () => {
      for (const { stop } of entries.values()) stop.abort();
      await Promise.race([Promise.all(Array.from(entries.values(), ({ ended }) => ended)), clock.sleep(2_000)]);
    },
  };
}

import { randomBytes } from 'node:crypto';
import { type AppError, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
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
import { type ExportEvent, isInProgress, newExport, reduceExport } from './export-state.ts';
import { type ExportRequest, loadAllRows, resolveExportRows, type NamedRows } from './rows-to-export.ts';
import { exportName } from './save-file.ts';
import { writeFile } from './write-file.ts';
import { writeReport } from './write-report.ts';

type ReportRequest = ParsedArgsOf<Calls['exports']['startReport']>;

interface Entry {
  state: ExportState;
  readonly binding: string;
  readonly target: SaveTarget;
  readonly stop: AbortController;
  ended: Promise<void>;
}

interface NewRun extends Pick<Parameters<typeof newExport>[0], 'resource' | 'phase'> {
  readonly suggested: SuggestedFile;
  readonly binding: string;
}

const maxStored = 50;
const changeMs = 250;

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

  const apply = (entry: Entry, event: ExportEvent) => {
    entry.state = reduceExport(entry.state, event);
    reportChange(entry.state);
  };
  const changeSince = (binding: string): AppError | null => {
    const bound = checkBinding(binding, profiles.binding(), clock.now());
    return bound.ok ? null : bound.error;
  };
  const failExport = (entry: Entry, error: AppError) => {
    if (entry.stop.signal.aborted) return apply(entry, { kind: 'stopped' });
    // If the profile changed, report that change, because it is the cause of the error.
    return apply(entry, { kind: 'failed', problem: changeSince(entry.binding) ?? error });
  };

  const progressOf = (entry: Entry) => (written: ExportedFile) => apply(entry, { kind: 'rowsWritten', written });
  const end = (entry: Entry, written: Awaited<ReturnType<typeof writeFile>>) =>
    written.ok
      ? apply(entry, { kind: 'fileCompleted', ...written.value, place: entry.target.written() })
      : failExport(entry, written.error);

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
      const change = () => changeSince(entry.binding);
      const onRows = (rows: number, total: number | null) => apply(entry, { kind: 'rowsLoaded', rows, total });
      const problem = await loadAllRows({ loads, clock, resource, change, onRows }, signal);
      if (problem) return failExport(entry, problem);
    }
    const isCounted = named.rows === null && named.ids === null;
    const attention = loadedRows.attention();
    const countResult = isCounted ? await data.call('countRows', { profileId, resource, query, attention }) : null;
    apply(entry, { kind: 'writingStarted', total: countResult?.ok ? countResult.value : (named.ids?.length ?? null) });
    const causes = await causesOf(request, named, signal);
    const content = { exportId, profileId, resource, query, attention, ...named, format, columns, causes };
    const file = { target: entry.target, content, onProgress: progressOf(entry) };
    return end(entry, await writeFile({ data, clock }, file, signal));
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
    apply(entry, { kind: 'writingStarted', total });
    const content = { access, id, target: entry.target, format, onProgress: progressOf(entry) };
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
    const change = changeSince(binding);
    if (change) return { ok: false, error: change };
    const id = randomBytes(12).toString('hex');
    const state = newExport({ id, profileId, resource, phase, fileName: target.fileName });
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
        const suggested = nameOf(`report-${migrationId.slice(0, 8)}`, format);
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

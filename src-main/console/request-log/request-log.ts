import { succeed } from '#shared/app-error.ts';
import type { RequestDetail, requestsCalls } from '#shared/console-contract/requests-calls.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import type { AttemptRecord, BulkWork, RecordComparison } from '../api-client/attempt-record.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { ConsoleEvents } from '../events/console-events.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import { buildEntry, bulkLineOf, cleanDrift, driftOf } from './build-entry.ts';
import { mergeBulkRequest, type JoinedLine } from './merge-bulk-request.ts';
import { toCurl } from './to-curl.ts';

type DriftReport = ResultOf<typeof requestsCalls.drift>;

const max = 1_000;

/** Counts contract deviations of all responses, including responses dropped from the log. */
function createDriftReport() {
  const byPattern = new Map<string, DriftReport[number]>();
  return {
    add: (operation: string, drift: RequestDetail['drift'], at: string): void => {
      for (const { kind, pattern, detail } of drift) {
        const key = [operation, kind, pattern, detail].join(' ');
        const previous = byPattern.get(key);
        if (!previous && byPattern.size >= max) continue;
        byPattern.set(key, { operation, kind, pattern, detail, replies: (previous?.replies ?? 0) + 1, lastAt: at });
      }
    },
    lines: (): DriftReport => [...byPattern.values()],
    clear: (): void => byPattern.clear(),
  };
}

export const requestLogLimits = {
  lines: 500,
  /** Maximum for all bodies together. The oldest bodies are dropped first; their lines stay. */
  bodyBytes: 16 * 1024 * 1024,
  eventMs: 250,
} as const;

const isFine = ({ attempt }: AttemptRecord): boolean => attempt.ok && attempt.reply.status < 400;

const bodySize = ({ requestBody, replyBody }: RequestDetail): number =>
  Buffer.byteLength(requestBody.text ?? '') + Buffer.byteLength(replyBody.text ?? '');

const withoutBodies = (entry: RequestDetail): RequestDetail => {
  const dropText = (body: RequestDetail['replyBody']): RequestDetail['replyBody'] =>
    body.text === null ? body : { ...body, text: null, state: 'dropped' };
  return { ...entry, requestBody: dropText(entry.requestBody), replyBody: dropText(entry.replyBody) };
};

interface RequestLogPorts {
  readonly ports: Pick<ConsolePorts, 'redactor' | 'log'>;
  readonly events: Pick<ConsoleEvents, 'emit'>;
}

/** The console's latest calls, in memory only. The log never contains keys and tokens. */
export function createRequestLog({ ports: { redactor, log }, events }: RequestLogPorts) {
  const entries = new Map<number, RequestDetail>();
  const drift = createDriftReport();
  let lastId = 0;
  let bodies = 0;
  let paused = false;
  let cleared = false;
  let changedIds = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let bulkShownAt = Number.NEGATIVE_INFINITY;
  let bulkLines = new WeakMap<BulkWork, number>();

  const reportChanges = () => {
    timer ??= setTimeout(() => {
      timer = null;
      const change = { lines: [...changedIds].flatMap((id) => entries.get(id)?.line ?? []), cleared, paused };
      changedIds = new Set();
      cleared = false;
      events.emit('requests:changed', change);
    }, requestLogLimits.eventMs);
    timer.unref();
  };

  const set = (entry: RequestDetail) => {
    const previous = entries.get(entry.line.id);
    bodies += bodySize(entry) - (previous ? bodySize(previous) : 0);
    entries.set(entry.line.id, entry);
    changedIds.add(entry.line.id);
  };

  const trim = () => {
    for (const [id, entry] of entries) {
      if (entries.size <= requestLogLimits.lines) break;
      bodies -= bodySize(entry);
      entries.delete(id);
    }
    for (const entry of entries.values()) {
      if (bodies <= requestLogLimits.bodyBytes) break;
      const size = bodySize(entry);
      if (size === 0) continue;
      entries.set(entry.line.id, withoutBodies(entry));
      bodies -= size;
    }
  };

  const countedLine = (record: AttemptRecord): JoinedLine => {
    const { attempt } = record;
    const found = record.comparedLater ? null : driftOf(record, redactor);
    if (found) drift.add(record.operation.id, found, record.at.toISOString());
    return {
      status: attempt.ok ? attempt.reply.status : null,
      problem: null,
      totalMs: attempt.timing.totalMs,
      drift: found && found.length,
      bulk: bulkLineOf(record),
    };
  };

  const keep = (record: AttemptRecord) => {
    if (paused) return;
    const bulkId = record.bulk ? bulkLines.get(record.bulk) : undefined;
    const bulkEntry = bulkId === undefined ? undefined : entries.get(bulkId);
    const now = performance.now();
    // Background requests are described at most once per page update, because a load makes thousands per second.
    if (bulkEntry && isFine(record) && now - bulkShownAt < requestLogLimits.eventMs) {
      set(mergeBulkRequest(bulkEntry, countedLine(record), bulkEntry));
      return reportChanges();
    }
    if (record.bulk) bulkShownAt = now;
    const entry = buildEntry(lastId + 1, record, redactor);
    if (!record.comparedLater) drift.add(entry.operation, entry.drift, entry.line.at);
    if (bulkEntry) set(mergeBulkRequest(bulkEntry, entry.line, entry));
    else {
      lastId += 1;
      set(entry);
      if (record.bulk) bulkLines.set(record.bulk, lastId);
    }
    trim();
    reportChanges();
  };

  const recordComparison: RecordComparison = (bulk, operation, found) => {
    if (paused || found.length === 0) return;
    drift.add(operation.id, cleanDrift(found, redactor), new Date().toISOString());
    const stored = entries.get(bulkLines.get(bulk) ?? 0);
    if (!stored || found.length <= (stored.line.drift ?? 0)) return;
    set({ ...stored, line: { ...stored.line, drift: found.length } });
    reportChanges();
  };

  const lines = () => Array.from(entries.values(), ({ line }) => line);
  const get = (id: number) => entries.get(id) ?? null;
  return {
    // Parsing and comparing a body takes time, so this work runs after the page has its response.
    record: (record: AttemptRecord) =>
      void setImmediate(() => {
        try {
          keep(record);
        } catch (error) {
          // An error loses only one log line and must not stop the console.
          log.error("couldn't log a request", error);
        }
      }),
    compared: recordComparison,
    lines,
    get,
    handlers: {
      list: async () => succeed({ lines: lines(), paused }),
      get: async ({ id }) => succeed(get(id)),
      clear: async () => {
        entries.clear();
        bulkLines = new WeakMap();
        drift.clear();
        bodies = 0;
        changedIds = new Set();
        cleared = true;
        reportChanges();
        return succeed({});
      },
      pause: async ({ paused: next }) => {
        if (next !== paused) {
          paused = next;
          reportChanges();
        }
        return succeed({ paused });
      },
      curl: async ({ id }) => {
        const entry = get(id);
        return succeed(entry && { command: toCurl(entry) });
      },
      drift: async () => succeed(drift.lines()),
    } satisfies ConsoleHandlers['requests'],
  };
}

export type RequestLog = ReturnType<typeof createRequestLog>;

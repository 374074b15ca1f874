import { andThen, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { FailedItems } from '#shared/console-contract/reports-calls.ts';
import { failedItemsOf } from '#shared/console-contract/failed-items.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { Access } from '../api-client/service-client.ts';
import { readSeveral, setBounded } from '../api-client/read-several.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { createHostedLink } from '../base-topics/create-hosted-link.ts';
import { createReportsClient } from './reports-client.ts';

type FoundReport = ResultOf<Calls['reports']['get']>;

const maxStored = 500;
const concurrency = 3;

export function createReportsTopic(topic: BaseTopics) {
  const { profiles, features } = topic;
  const client = createReportsClient(topic);
  /** Reports of ended migrations, which can't change, by binding and ID. Null if a migration has no report. */
  const cache = new Map<string, FailedItems | null>();

  const find = async (access: Access, id: string, signal: AbortSignal): Promise<Outcome<FoundReport>> => {
    const supportResult = await features('reports', access, signal);
    if (!supportResult.ok) return supportResult;
    if (!supportResult.value) return succeed({ kind: 'unsupported' });
    const has = async (name: 'retries' | 'receipts'): Promise<boolean> => {
      const result = await features(name, access, signal);
      return result.ok && result.value;
    };
    const report = await client.report(access, id, signal);
    if (report.ok) {
      const { status, ended, is_practice: isPractice } = report.value;
      const canRetry = status === 'COMPLETED_WITH_FAILURES' && !isPractice && (await has('retries'));
      const hasReceipt = ended !== null && !isPractice && (await has('receipts'));
      return succeed({ kind: 'report', report: report.value, canRetry, hasReceipt });
    }
    return report.error.code === 'not_found' ? succeed({ kind: 'none' }) : report;
  };
  const failedItems = async (access: Access, id: string, signal: AbortSignal): Promise<FailedItems | null> => {
    const key = `${access.binding} ${id}`;
    const previous = cache.get(key);
    if (previous !== undefined) return previous;
    const reportResult = await find(access, id, signal);
    if (!reportResult.ok || reportResult.value.kind === 'unsupported') return null;
    const failed = reportResult.value.kind === 'report' ? failedItemsOf(id, reportResult.value.report) : null;
    if (reportResult.value.kind === 'none' || reportResult.value.report.ended !== null)
      setBounded(cache, key, failed, maxStored);
    return failed;
  };

  const progress = async (access: Access, id: string, signal: AbortSignal) => {
    const reportResult = await find(access, id, signal);
    if (!reportResult.ok || reportResult.value.kind !== 'report') return null;
    const { total, pending, collections } = reportResult.value.report;
    return { id, done: total - pending, total, isCounted: collections.every((collection) => collection.is_counted) };
  };
  const forEach = <Value>(
    ids: readonly string[],
    signal: AbortSignal,
    read: (access: Access, id: string, signal: AbortSignal) => Promise<Value | null>,
  ): Promise<Outcome<Value[]>> =>
    mapOutcome(profiles.access(), (access) =>
      readSeveral(ids, (id) => read(access, id, signal), { concurrency, signal }),
    );

  return {
    client,
    handlers: {
      get: ({ id }, { signal }) => andThen(profiles.access(), (access) => find(access, id, signal)),
      notCopied: ({ id, after }, { signal }) => {
        const page = andThen(profiles.access(), (access) => client.items(access, { id, after }, signal));
        return mapOutcome(page, ({ items, next }) => {
          const notCopied = items.filter(({ state }) => ['failed', 'skipped', 'altered'].includes(state));
          return { items: notCopied, looked: items.length, next };
        });
      },
      progress: ({ ids }, { signal }) => forEach(ids, signal, progress),
      retryLink: ({ id, confirmed }, { signal }) => {
        const path = `/retries/v1/migrations/${encodeURIComponent(id)}`;
        return createHostedLink(topic, { path, body: {}, confirmed }, signal);
      },
      failedItems: ({ ids }, { signal }) =>
        mapOutcome(forEach(ids, signal, failedItems), (all) =>
          all.filter(({ failed, altered }) => failed + altered > 0),
        ),
    } satisfies ConsoleHandlers['reports'],
  };
}

export type ReportsTopic = ReturnType<typeof createReportsTopic>;

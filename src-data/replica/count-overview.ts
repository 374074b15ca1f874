import { type AttentionKind, attentionKinds, kindOfStatus } from '#shared/attention.ts';
import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import { maxFailedItemsIds } from '#shared/list-limits.ts';
import type { ListedMigration, NamedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { AttentionTerms } from '#shared/data-messages/data-calls.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import { timeText } from '../storage/read-value.ts';
import { attentionSql, isHandledSql, isStuckSql } from './attention-conditions.ts';
import type { Replica } from './replica.ts';

const dayMs = 24 * 60 * 60_000;
const maxListed = 6;

interface StatusCount {
  readonly status: string;
  readonly n: number;
  readonly lastDay: number | null;
  readonly since: number | null;
  readonly stuck: number | null;
}

const countStatuses = (replica: Replica, terms: AttentionTerms): StatusCount[] =>
  replica.all(
    `SELECT r.status AS status, count(*) AS n, sum(r.createdAt >= ?) AS lastDay,
       min(r.since) AS since, sum(${isStuckSql(terms)}) AS stuck
     FROM migrations AS r WHERE r.place IS NOT NULL GROUP BY r.status ORDER BY n DESC, r.status`,
    terms.now - dayMs,
  ) as unknown as StatusCount[];

const viewStatus = ({ status, n, lastDay, since }: StatusCount, now: number): Overview['byStatus'][number] => ({
  status,
  count: n,
  lastDay: lastDay ?? 0,
  longestSince: isFinalStatus(status) || since === null ? null : timeText(Math.min(since, now)),
});

function countAttention(replica: Replica, statuses: readonly StatusCount[], terms: AttentionTerms) {
  const counts: Record<AttentionKind, number> = { stuck: 0, failed: 0, waiting: 0, partial: 0 };
  for (const { status, n, stuck } of statuses) {
    const kind = kindOfStatus(status);
    counts.stuck += stuck ?? 0;
    if (kind !== null) counts[kind] += n - (stuck ?? 0);
  }
  const markCounts = replica.all(
    `SELECT r.status AS status, ${isStuckSql(terms)} AS stuck, count(*) AS n FROM handled AS h
     JOIN migrations AS r ON r.id = h.migration AND r.status = h.status WHERE r.place IS NOT NULL GROUP BY 1, 2`,
  );
  let handledCount = 0;
  for (const { status, stuck, n } of markCounts) {
    const kind = stuck === 1 ? 'stuck' : kindOfStatus(String(status));
    if (kind === null) continue;
    counts[kind] -= Number(n);
    handledCount += Number(n);
  }
  return { counts, handled: handledCount };
}

/** Key null: migrations without a company. Empty string: the company's provider is unknown. */
const countByProvider = (replica: Replica): Overview['byProvider'] =>
  replica
    .all(
      `SELECT iif(g.number IS NULL, NULL, coalesce(c.sourceProvider, '')) AS provider, sum(g.n) AS n
       FROM (SELECT companyNumber AS number, count(*) AS n FROM migrations WHERE place IS NOT NULL GROUP BY 1) AS g
       LEFT JOIN companies AS c ON c.number = g.number GROUP BY provider ORDER BY n DESC, provider`,
    )
    .map(({ provider, n }) => ({ provider: provider === null ? null : String(provider), count: Number(n) }));

const countSince = (replica: Replica, at: string): Overview['visit'] => {
  const [counts] = replica.all(
    `SELECT count(*) AS changed, coalesce(sum(r.status = 'FAILED'), 0) AS failed FROM migrations AS r
     WHERE r.place IS NOT NULL AND r.changedAt >= ?`,
    Date.parse(at),
  );
  return { at, changed: Number(counts?.['changed']), failed: Number(counts?.['failed']) };
};

interface OverviewOptions {
  readonly complete: (migration: NamedMigration) => ListedMigration;
  readonly visitedAt: string | null;
}

export function countOverview(
  replica: Replica,
  terms: AttentionTerms,
  { complete, visitedAt }: OverviewOptions,
): Pick<Overview, 'rows' | 'byStatus' | 'byProvider' | 'visit' | 'attention'> {
  const statuses = countStatuses(replica, terms);
  const { counts, handled } = countAttention(replica, statuses, terms);
  const listFirst = (condition: string, order: string, limit: number): ListedMigration[] =>
    replica
      .rows('migrations', `WHERE r.place IS NOT NULL AND ${condition} ORDER BY ${order}, r.place LIMIT ?`, limit)
      .map((row) => complete(row as NamedMigration));
  const lines = attentionKinds
    .filter((kind) => counts[kind] > 0)
    .flatMap((kind) => {
      const order = kind === 'stuck' ? 'r.since, r.createdAt DESC' : 'r.createdAt DESC';
      return listFirst(attentionSql([kind], terms), order, maxListed).map((migration) => ({ kind, migration }));
    });
  const isComplete = `r.status = 'COMPLETE' AND NOT ${isHandledSql}`;
  return {
    rows: replica.loaded('migrations').rows,
    byStatus: statuses.map((status) => viewStatus(status, terms.now)),
    byProvider: countByProvider(replica),
    visit: visitedAt === null ? null : countSince(replica, visitedAt),
    attention: { counts, handled, lines, complete: listFirst(isComplete, 'r.createdAt DESC', maxFailedItemsIds) },
  };
}

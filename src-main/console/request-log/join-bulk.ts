import type { BulkLine, RequestDetail } from '#shared/console-contract/requests-calls.ts';

type Statuses = BulkLine['statuses'];

/** A service that answers with ever new statuses does not make the line grow. */
const mostStatuses = 20;

function countStatuses(counts: Statuses, next: Statuses): Statuses {
  const sum = counts.map((count) => ({ ...count }));
  for (const { status, requests } of next) {
    const known = sum.find((count) => count.status === status);
    if (known) known.requests += requests;
    else if (sum.length < mostStatuses) sum.push({ status, requests });
  }
  return sum;
}

/**
 * One more request of a piece of background work: the latest one with the counts, and the first time, of all. One whose
 * body was left out counts, and the one before it stays to be looked at.
 */
export function joinBulk(before: RequestDetail, next: RequestDetail): RequestDetail {
  const { bulk } = before.line;
  const added = next.line.bulk;
  if (!bulk || !added) return next;
  const drifts = [before.line.drift, next.line.drift].filter((count) => count !== null);
  const shown = next.replyBody.state === 'dropped' ? before : next;
  return {
    ...shown,
    line: {
      ...shown.line,
      status: next.line.status,
      problem: next.line.problem,
      id: before.line.id,
      at: before.line.at,
      totalMs: Math.round((before.line.totalMs + next.line.totalMs) * 10) / 10,
      drift: drifts.length > 0 ? Math.max(...drifts) : null,
      bulk: {
        label: bulk.label,
        requests: bulk.requests + added.requests,
        retries: bulk.retries + added.retries,
        failed: bulk.failed + added.failed,
        statuses: countStatuses(bulk.statuses, added.statuses),
        lastAt: added.lastAt > bulk.lastAt ? added.lastAt : bulk.lastAt,
      },
    },
  };
}

import type { BulkLine, RequestDetail, RequestLine } from '#shared/console-contract/requests-calls.ts';

type Statuses = BulkLine['statuses'];

/** Limits the length of the line if a service keeps returning new statuses. */
const maxStatuses = 20;

function countStatuses(counts: Statuses, next: Statuses): Statuses {
  const sum = counts.map((count) => ({ ...count }));
  for (const { status, requests } of next) {
    const known = sum.find((count) => count.status === status);
    if (known) known.requests += requests;
    else if (sum.length < maxStatuses) sum.push({ status, requests });
  }
  return sum;
}

export type JoinedLine = Pick<RequestLine, 'status' | 'problem' | 'totalMs' | 'drift' | 'bulk'>;

/** Adds a background request to the line of its work. `shown`: the request to show in detail. */
export function mergeBulkRequest(before: RequestDetail, next: JoinedLine, shown: RequestDetail): RequestDetail {
  const { bulk } = before.line;
  const addedBulk = next.bulk;
  if (!bulk || !addedBulk) return shown;
  const drifts = [before.line.drift, next.drift].filter((count) => count !== null);
  return {
    ...shown,
    line: {
      ...shown.line,
      status: next.status,
      problem: next.problem,
      id: before.line.id,
      at: before.line.at,
      totalMs: Math.round((before.line.totalMs + next.totalMs) * 10) / 10,
      drift: drifts.length > 0 ? Math.max(...drifts) : null,
      bulk: {
        label: bulk.label,
        requests: bulk.requests + addedBulk.requests,
        retries: bulk.retries + addedBulk.retries,
        failed: bulk.failed + addedBulk.failed,
        statuses: countStatuses(bulk.statuses, addedBulk.statuses),
        lastAt: addedBulk.lastAt > bulk.lastAt ? addedBulk.lastAt : bulk.lastAt,
      },
    },
  };
}

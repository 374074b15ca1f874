import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { EventStore, StoredEvent } from './event-store.ts';
import { rowsPerOrganization } from './list-rows.ts';
import type { Row } from './base/program.ts';

interface Totals {
  readonly epoch: string;
  /** Position of the last event that the counts include. */
  readonly head: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Above this number of new events, counting the rows takes less time. */
const maxEvents = 1_000;
const maxOrganizations = 1_000;

const withEvents = (counts: ReadonlyMap<string, number>, events: readonly StoredEvent[]): Map<string, number> => {
  const next = new Map(counts);
  const add = (status: string, count: number): unknown => next.set(status, (next.get(status) ?? 0) + count);
  for (const { body } of events) {
    const { data, previous_status: previous } = JSON.parse(body) as {
      data: { status: string };
      previous_status: string | null;
    };
    add(data.status, 1);
    if (previous !== null) add(previous, -1);
  }
  return next;
};

/**
 * Counts migrations by status. Counts the rows once, then adds later events, because counting 1,000,000 rows takes 100
 * times as long as reading a page.
 *
 * @param countRows returns rows of `status` and `count`, with the `epoch` and `head` of the events at that moment
 */
export const createStatusTotals = (
  events: Pick<EventStore, 'readAfter'>,
  countRows: (organization: number) => Promise<readonly Row[]>,
) => {
  const known = new Map<number, Promise<Totals>>();

  const count = async (organization: number): Promise<Totals> => {
    const rows = await countRows(organization);
    return {
      epoch: String(rows[0]?.['epoch']),
      head: Number(rows[0]?.['head'] ?? 0),
      counts: new Map(rows.map((row) => [String(row['status']), Number(row['count'])])),
    };
  };
  const update = async (organization: number, last: Totals | undefined): Promise<Totals> => {
    const read = await events.readAfter(organization, last?.head ?? rowsPerOrganization - 1, maxEvents);
    const isContinued = last?.epoch === read.epoch && read.first <= last.head + 1 && read.events.length < maxEvents;
    if (!isContinued) return count(organization);
    const head = read.events.at(-1)?.position ?? last.head;
    return { ...last, head, counts: withEvents(last.counts, read.events) };
  };

  return async (organization: number, statuses: readonly MigrationStatus[]): Promise<number> => {
    const last = known.get(organization);
    // Deletes and sets the entry again, so that the first entry is always the least recently used.
    known.delete(organization);
    const [oldest] = known.keys();
    if (known.size >= maxOrganizations && oldest !== undefined) known.delete(oldest);
    const next = (last ?? Promise.resolve(undefined))
      .catch(() => undefined)
      .then((totals) => update(organization, totals));
    known.set(organization, next);
    const { counts } = await next;
    return [...new Set(statuses)].reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  };
};

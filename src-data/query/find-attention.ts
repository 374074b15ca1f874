import { attentionFilters, type AttentionKind, attentionKinds, kindOfStatus } from '#shared/attention.ts';
import type { AttentionTerms } from '#shared/data-messages/data-calls.ts';
import { neverChanges } from '#shared/migration-api/migration-steps.ts';
import { stuckAfterMs } from '#shared/stuck.ts';
import { type Pace, sliceRows } from '../rows/pace.ts';
import type { SeenBegin } from '../timeline/status-times.ts';
import type { Triage } from '../triage/triage.ts';
import type { TableView } from './table-view.ts';

/** What decides whether a migration needs attention, beside its row. */
export interface AttentionFacts extends AttentionTerms {
  /** The last statuses of migrations that were seen in another one before. */
  readonly begins: ReadonlyMap<string, SeenBegin>;
  readonly handled: ReturnType<Triage['handled']>;
}

/** The facts for a query, read when it asks for what needs attention. */
export interface AttentionSource {
  /** Another one where the facts may be others. */
  readonly stamp: () => string;
  readonly read: () => Promise<AttentionFacts>;
}

/** Which rows need attention, and why. */
export interface Attention {
  /** By row: 0 where it needs nobody, else 1 and the place of its kind, or of `handled`, among what lists are narrowed to. */
  readonly kinds: Uint8Array;
  readonly counts: Readonly<Record<AttentionKind, number>>;
  /** Rows that would be among them, were they not handled in the status that they have. */
  readonly handled: number;
  /** From when the time of a row in its status counts, in ms since 1970; NaN where that is not known. */
  readonly sinceOf: (row: number) => number;
  /** The earliest of these by status, of statuses that are left again. */
  readonly longest: ReadonlyMap<string, number>;
}

/** Rows whose known facts are those of the status that they have now. */
const inForce = <Fact extends { readonly status: string }>(
  { table }: TableView,
  facts: ReadonlyMap<string, Fact>,
): Map<number, Fact> => {
  const { codes, dictionary } = table.column('status');
  const found = new Map<number, Fact>();
  for (const [id, fact] of facts) {
    const row = table.find(id);
    if (row !== -1 && dictionary.textAt(codes.values[row] ?? 0) === fact.status) found.set(row, fact);
  }
  return found;
};

/** Looks through all rows of a table of migrations: stuck, failed, waiting for the user, completed with failures (C44). */
export async function findAttention(view: TableView, facts: AttentionFacts, pace: Pace): Promise<Attention> {
  const { table } = view;
  const { now, stuckHours } = facts;
  const { codes, dictionary } = table.column('status');
  const begins = inForce(view, facts.begins);
  const marks = inForce(view, facts.handled);
  const created = table.created();
  const texts = Array.from({ length: dictionary.size() }, (_, code) => dictionary.textAt(code) ?? '');
  const limits = texts.map((status) => stuckAfterMs(status, stuckHours));
  const isOver = texts.map(neverChanges);
  const plainKinds = texts.map((status) => {
    const kind = kindOfStatus(status);
    return kind === null ? 0 : attentionKinds.indexOf(kind) + 1;
  });
  const stuck = attentionKinds.indexOf('stuck') + 1;
  const isHandled = attentionFilters.indexOf('handled') + 1;
  const until = table.count();
  const kinds = new Uint8Array(until);
  const counts = { stuck: 0, failed: 0, waiting: 0, partial: 0 };
  const longest = new Map<string, number>();
  let handled = 0;
  const sinceOf = (row: number): number => begins.get(row)?.begun ?? created[row] ?? Number.NaN;
  for (let row = 0; row < until; row += 1) {
    if (row % sliceRows === 0) await pace();
    const code = codes.values[row] ?? 0;
    let kind = plainKinds[code] ?? 0;
    if (!isOver[code]) {
      const since = Math.min(sinceOf(row), now);
      const status = texts[code] ?? '';
      if (since < (longest.get(status) ?? Number.POSITIVE_INFINITY)) longest.set(status, since);
      if (now - since >= (limits[code] ?? Number.POSITIVE_INFINITY)) kind = stuck;
    }
    if (kind === 0) continue;
    if (marks.has(row)) {
      handled += 1;
      kinds[row] = isHandled;
      continue;
    }
    kinds[row] = kind;
    const name = attentionKinds[kind - 1];
    if (name) counts[name] += 1;
  }
  return { kinds, counts, handled, sinceOf, longest };
}

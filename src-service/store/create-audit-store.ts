import { setImmediate } from 'node:timers/promises';
import type { AuditAction } from '#shared/dashboard-api/audit-kinds.ts';
import {
  type AuditEvent,
  type AuditHead,
  type AuditRecord,
  type BrokenAudit,
  entryOf,
  findBreak,
  wrongEndEntry,
} from './base/audit-store.ts';
import { audit, type Dialect, first, type Program, type Programs, run } from './base/program.ts';

export type AuditPlace = { readonly before: number } | { readonly after: number };

/** An entry must match all conditions. */
interface AuditFilter {
  readonly by?: string | undefined;
  readonly subject?: string | undefined;
  readonly actions?: readonly AuditAction[] | undefined;
  /** ISO 8601, like the entries. `since` is inclusive, `until` exclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Shows account entries of other members for these actions only, and all of the user's own. */
  readonly ofOthers?: { readonly person: string; readonly actions: readonly AuditAction[] } | undefined;
}

/** Both numbers are inclusive. */
interface AuditRange {
  readonly first: number;
  readonly last: number;
  readonly isBack: boolean;
}

/** Two SELECTs, each with its own index. One query with a combined condition would scan the whole log. */
const aboutQuery = (
  member: Dialect['auditMember'],
  organization: number,
  { first: from, last, isBack }: AuditRange,
  limit: number,
  { by, subject, actions, since, until, ofOthers }: AuditFilter,
): { readonly sql: string; readonly values: readonly (string | number)[] } => {
  const values: (string | number)[] = [organization, from, last, limit];
  const addValue = (value: string): string => `$${values.push(value)}`;
  const oneOf = (among: readonly AuditAction[]): string =>
    `${member('action')} IN (${among.map((action) => addValue(action)).join(', ')})`;
  const conditions = [
    'number BETWEEN $2 AND $3',
    by !== undefined && `${member('by')} = ${addValue(by)}`,
    subject !== undefined && `${member('subject')} = ${addValue(subject)}`,
    actions !== undefined && oneOf(actions),
    since !== undefined && `${member('at')} >= ${addValue(since)}`,
    until !== undefined && `${member('at')} < ${addValue(until)}`,
  ].filter((condition) => condition !== false);
  const order = `ORDER BY number ${isBack ? 'DESC' : 'ASC'} LIMIT $4`;
  const selectHalf = (where: string): string =>
    `SELECT * FROM (SELECT number, entry AS text, hash FROM audit_entries WHERE ${[where, ...conditions].join(' AND ')} ${order}) AS part`;
  const organizationSelect = selectHalf(`${member('organization')} = (SELECT id FROM organizations WHERE number = $1)`);
  const reportedSql =
    ofOthers && `AND (${member('subject')} = ${addValue(ofOthers.person)} OR ${oneOf(ofOthers.actions)})`;
  const memberSelect = selectHalf(
    `${member('organization')} IS NULL AND ${member('subject')} IN (SELECT person FROM members WHERE organization = $1)
     AND number > (SELECT since_entry FROM members WHERE organization = $1 AND person = ${member('subject')})
     ${reportedSql ?? ''}`,
  );
  return { sql: `${organizationSelect} UNION ALL ${memberSelect} ${order}`, values };
};

/** Entries per statement, so that a search for rare matches doesn't block SQLite for a scan of the whole log. */
const entriesPerStatement = 1_000;

const maxForgottenPerRun = 5_000;
/** Entries stay this much longer than their retention, because each deletion adds an entry. */
const waitMs = 24 * 3_600_000;

/** Deletes a batch of old entries. Adds an entry with the last deleted hash, so that the rest can be verified. */
function* forgetEntries(before: number, now: number): Program<number> {
  const isOld = (entry: AuditRecord, time: number): boolean => Date.parse(entryOf(entry).at) < time;
  const select = 'SELECT number, entry AS text, hash FROM audit_entries ORDER BY number LIMIT $1';
  const oldest = yield* first<AuditRecord>(select, [1]);
  if (oldest === undefined || !isOld(oldest, before - waitMs)) return 0;
  // Locks the log, so that two instances don't delete the same entries.
  yield* run('UPDATE audit_head SET number = number');
  const rows = yield* run<AuditRecord>(select, [maxForgottenPerRun]);
  const end = rows.findIndex((entry) => !isOld(entry, before));
  const last = rows.at(end < 0 ? -1 : end - 1);
  if (last === undefined || end === 0) return 0;
  const through = last.number;
  const hash = Buffer.from(last.hash).toString('hex');
  yield* audit({ action: 'forget', details: { through, hash } }, { by: 'service', now });
  yield* run('DELETE FROM audit_entries WHERE number <= $1', [through]);
  return end < 0 ? rows.length : end;
}

/** Entries are never changed. Only `--retain-audit` deletes them. A key's entry is written in the key's transaction. */
export const createAuditStore = ({ change, single }: Programs, { auditMember: member }: Dialect) => {
  const records = (sql: string, ...values: readonly (string | number)[]): Promise<readonly AuditRecord[]> =>
    single(() => run(sql, values));
  const head = async (): Promise<AuditHead> =>
    (await single(() => first('SELECT number, hash FROM audit_head'))) as AuditHead;
  return {
    /** @param now milliseconds since 1970 */
    append: (event: AuditEvent, now: number) => change(() => audit(event, { ...event, now })),
    /** Returns up to `limit` entries with a number above `after`, oldest first. */
    read: (after: number, limit: number) =>
      records(
        'SELECT number, entry AS text, hash FROM audit_entries WHERE number > $1 ORDER BY number LIMIT $2',
        after,
        limit,
      ),
    head,
    /**
     * Returns up to `limit` entries after or before `from`, about an organization or by its members about themselves.
     * With a filter, reads the log in parts and yields to the event loop between them.
     */
    about: async (organization: number, from: AuditPlace, limit: number, filter: AuditFilter = {}) => {
      const isBack = 'before' in from;
      const isFiltered = Object.values(filter).some((value) => value !== undefined);
      const newest = isFiltered ? (await head()).number : Number.MAX_SAFE_INTEGER;
      const found: AuditRecord[] = [];
      let [low, high] = isBack ? [1, Math.min(from.before - 1, newest)] : [from.after + 1, newest];
      while (low <= high && found.length < limit) {
        const size = isFiltered ? Math.min(entriesPerStatement, high - low + 1) : high - low + 1;
        const range = isBack ? { first: high - size + 1, last: high } : { first: low, last: low + size - 1 };
        const { sql, values } = aboutQuery(member, organization, { ...range, isBack }, limit - found.length, filter);
        found.push(...(await records(sql, ...values)));
        if (isBack) high = range.first - 1;
        else low = range.last + 1;
        if (isFiltered) await setImmediate();
      }
      return found;
    },
    /** Returns the user's last entry about themselves that belongs to no organization. */
    lastOwn: async (person: string) =>
      (
        await records(
          `SELECT number, entry AS text, hash FROM audit_entries
           WHERE ${member('organization')} IS NULL AND ${member('subject')} = $1 AND ${member('by')} = $1
           ORDER BY number DESC LIMIT 1`,
          person,
        )
      )[0],
    /** Deletes a batch of entries written before `before`, at most a day late. Returns their number. */
    forget: (before: number, now: number) => change(() => forgetEntries(before, now)),
  };
};

export type AuditStore = ReturnType<typeof createAuditStore>;

const entriesPerRead = 1_000;

/** Yields the entries with numbers above `after` and up to `until`, oldest first, in pages. */
export async function* auditEntries(
  log: Pick<AuditStore, 'read'>,
  until: number,
  after = 0,
): AsyncGenerator<AuditRecord> {
  let last = after;
  while (last < until) {
    const page = await log.read(last, Math.min(entriesPerRead, until - last));
    yield* page.filter(({ number }) => number <= until);
    last = page.at(-1)?.number ?? until;
    await setImmediate();
  }
}

/** Verifies the whole log up to its head. Calls `observed` with every entry. */
export const checkAudit = async (
  log: Pick<AuditStore, 'head' | 'read'>,
  observed?: (entry: AuditRecord) => void,
): Promise<{ readonly head: AuditHead; readonly fault: BrokenAudit | undefined }> => {
  const head = await log.head();
  async function* entries(): AsyncGenerator<AuditRecord> {
    for await (const entry of auditEntries(log, head.number)) {
      observed?.(entry);
      yield entry;
    }
  }
  const fault = await findBreak(entries(), head);
  if (fault !== undefined) return { head, fault };
  // The log may grow meanwhile: an entry after the old head is a fault only if it is also after the current head.
  const [next] = await log.read(head.number, 1);
  const isPastHead = next !== undefined && (await log.head()).number < next.number;
  return { head, fault: isPastHead ? wrongEndEntry(head.number) : undefined };
};

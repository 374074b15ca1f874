import { createHash } from 'node:crypto';

/** What happened that somebody may have to answer for. */
export interface AuditEvent {
  readonly action:
    | 'key.create'
    | 'key.revoke'
    | 'brand'
    | 'control'
    | 'refusals'
    | 'restore'
    | `webhook.${'create' | 'change' | 'remove' | 'rotate' | 'test' | 'replay' | 'disable'}`
    | 'organization.change'
    | 'person.invite'
    | 'person.withdraw'
    | 'person.join'
    | 'person.role'
    | 'person.remove'
    | 'person.password'
    | 'person.second-factor'
    | 'person.backup-code'
    | 'person.passkey'
    | 'person.company'
    | 'person.refused'
    | 'person.slowed'
    | 'session.begin'
    | 'session.end';
  /** Who did it: `service`, `command line`, `session key`, or the id of a key or of a person. */
  readonly by: string;
  /** Network address that it was done from, where it was a person in a browser. */
  readonly from?: string | undefined;
  /** Id of the organization that it is about. */
  readonly organization?: string | undefined;
  /** Id of what it was done to. */
  readonly subject?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** An event in its place. */
export interface AuditEntry extends AuditEvent {
  /** Counts from 1 without gaps. */
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
}

/** An entry as the store keeps it: its JSON as one text, and the hash of that text and of the entry before. */
export interface KeptEntry {
  readonly number: number;
  readonly text: string;
  readonly hash: Uint8Array;
}

/** The last entry; number 0 and an empty hash before the first. It is kept apart, so that a cut end is noticed. */
export type AuditHead = Pick<KeptEntry, 'number' | 'hash'>;

/** The log of what people and keys did. Entries are added and never changed; the one of a key comes with the key itself. */
export interface AuditStore {
  /** @param now milliseconds since 1970 */
  append(event: AuditEvent, now: number): Promise<void>;
  /** Entries after a number, oldest first. */
  read(after: number, limit: number): Promise<readonly KeptEntry[]>;
  head(): Promise<AuditHead>;
  /** Entries about an organization, and of its members about themselves, newest first. */
  about(organization: number, before: number, limit: number): Promise<readonly KeptEntry[]>;
}

/**
 * The query of `about`, with the number of the organization as `$1`, the number before which entries stand as `$2`, and
 * how many as `$3`. Each half reads an index of its own; one condition for both would read the whole log.
 */
export const aboutQuery = (member: (name: string) => string): string => {
  const newest = (where: string): string => `SELECT * FROM (
    SELECT number, entry, hash FROM audit_entries WHERE ${where} AND number < $2 ORDER BY number DESC LIMIT $3) AS part`;
  const about = newest(`${member('organization')} = (SELECT id FROM organizations WHERE number = $1)`);
  const ofMembers = newest(
    `${member('organization')} IS NULL AND ${member('subject')} IN (SELECT person FROM members WHERE organization = $1)`,
  );
  return `${about} UNION ALL ${ofMembers} ORDER BY number DESC LIMIT $3`;
};

const hashOf = (before: Uint8Array, text: string): Uint8Array =>
  createHash('sha256').update(before).update(text).digest();

/** The entry that follows a head. */
export const nextEntry = ({ number, hash }: AuditHead, event: AuditEvent, now: number): KeptEntry => {
  // Last, since what stands in it is anything: PostgreSQL looks for the organization before it.
  const { details, ...rest } = event;
  const entry: AuditEntry = { number: number + 1, at: new Date(now).toISOString(), ...rest, details };
  const text = JSON.stringify(entry);
  return { number: entry.number, text, hash: hashOf(hash, text) };
};

/** Where a log is broken, as a sentence. */
interface BrokenAudit {
  readonly number: number;
  readonly sentence: string;
}

const numberIn = (text: string): unknown => {
  try {
    return (JSON.parse(text) as { number?: unknown }).number;
  } catch {
    return undefined;
  }
};

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other);

const broken = (number: number, sentence: string): BrokenAudit => ({ number, sentence });

/** Finds the first entry that does not follow from the ones before it. */
export const findBreak = async (
  entries: AsyncIterable<KeptEntry>,
  head: AuditHead,
): Promise<BrokenAudit | undefined> => {
  let last: AuditHead = { number: 0, hash: new Uint8Array() };
  for await (const { number, text, hash } of entries) {
    const expected = last.number + 1;
    if (number !== expected) return broken(expected, `Entry ${expected} of the audit log is missing.`);
    if (numberIn(text) !== number)
      return broken(number, `Entry ${number} of the audit log was changed, or is not in its place.`);
    if (!isSame(hash, hashOf(last.hash, text))) {
      return broken(number, `Entry ${number} of the audit log, or one before it, was changed.`);
    }
    last = { number, hash };
  }
  if (last.number < head.number) {
    return broken(
      last.number + 1,
      `The audit log ends at entry ${last.number}; those up to ${head.number} are missing.`,
    );
  }
  if (last.number > head.number || !isSame(last.hash, head.hash)) {
    return broken(
      last.number,
      `The end of the audit log was changed: its last entry is not the one that was written last.`,
    );
  }
  return undefined;
};

const readAtOnce = 1_000;

/** All entries up to a number, oldest first. */
export async function* auditEntries(audit: AuditStore, until: number): AsyncGenerator<KeptEntry> {
  let after = 0;
  while (after < until) {
    const page = await audit.read(after, Math.min(readAtOnce, until - after));
    yield* page;
    const last = page.at(-1)?.number;
    if (last === undefined) return;
    after = last;
  }
}

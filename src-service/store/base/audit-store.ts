import { createHash } from 'node:crypto';
import type { AuditAction } from '#shared/dashboard-api/audit-kinds.ts';
import type { Actor } from './actor.ts';

export interface AuditEvent extends Actor {
  /** `refusals`, `restore` and `forget` belong to the service, not to an organization. */
  readonly action: AuditAction | 'refusals' | 'restore' | 'forget';
  readonly organization?: string | undefined;
  readonly subject?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

export interface AuditEntry extends AuditEvent {
  /** Starts at 1, without gaps. */
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
}

/** A stored entry: its JSON, and the hash of that JSON and the previous hash. */
export interface AuditRecord {
  readonly number: number;
  readonly text: string;
  readonly hash: Uint8Array;
}

/** Parses a stored entry without verification; see `checkAudit`. */
export const entryOf = ({ text }: AuditRecord): AuditEntry => JSON.parse(text) as AuditEntry;

/** The last entry. At first, the number is 0 and the hash empty. Stored separately, to detect a truncated log. */
export type AuditHead = Pick<AuditRecord, 'number' | 'hash'>;

/**
 * SQL for a string property of an entry. A cast to JSON would fail for a damaged entry, so PostgreSQL searches the part
 * before `details`. No other value there contains unescaped quotes.
 */
export const postgresAuditMember = (name: string): string =>
  `substring(split_part(entry, ',"details":', 1) from '"${name}":"([^"]*)"')`;
/** SQLite uses the index only with this cast to text. */
export const sqliteAuditMember = (name: string): string =>
  `CAST(CASE WHEN json_valid(entry) THEN entry ->> '$.${name}' END AS TEXT)`;

const hashOf = (before: Uint8Array, text: string): Uint8Array =>
  createHash('sha256').update(before).update(text).digest();

/** Returns the entry that follows `head`, with its hash. `now` is in milliseconds since 1970. */
export const nextEntry = ({ number, hash }: AuditHead, event: AuditEvent, now: number): AuditRecord => {
  // `details` comes last, because it may contain anything, and PostgreSQL searches the part before it.
  const { details, ...rest } = event;
  const entry: AuditEntry = { number: number + 1, at: new Date(now).toISOString(), ...rest, details };
  const text = JSON.stringify(entry);
  return { number: entry.number, text, hash: hashOf(hash, text) };
};

export interface BrokenAudit {
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

const isSameHash = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other);

const describeBreak = (number: number, sentence: string): BrokenAudit => ({ number, sentence });

export const wrongEndEntry = (number: number): BrokenAudit =>
  describeBreak(number, "The end of the audit log was changed. Its last entry isn't the last one that Ferry wrote.");

/** Returns the hash of the last deleted entry, if `text` is the entry about a deletion up to `through`. */
const forgottenHash = (text: string, through: number): Uint8Array | undefined => {
  if (!text.includes('"action":"forget"')) return undefined;
  const { action, details } = JSON.parse(text) as AuditEntry;
  const isSameDeletion = action === 'forget' && details?.['through'] === through;
  return isSameDeletion ? Buffer.from(String(details['hash']), 'hex') : undefined;
};

/** Finds the first entry whose number or hash doesn't follow from the previous entry. */
export const findBreak = async (
  entries: AsyncIterable<AuditRecord>,
  head: AuditHead,
): Promise<BrokenAudit | undefined> => {
  let last: AuditHead = { number: 0, hash: new Uint8Array() };
  /** Set if earlier entries are missing. A later entry must then say that the service deleted them. */
  let oldest: AuditRecord | undefined;
  let isChainProven = false;
  for await (const { number, text, hash } of entries) {
    const expected = last.number + 1;
    if (last.number === 0 && number > 1 && numberIn(text) === number) {
      oldest = { number, text, hash };
      last = oldest;
      continue;
    }
    if (number !== expected) return describeBreak(expected, `Entry ${expected} of the audit log is missing.`);
    if (numberIn(text) !== number)
      return describeBreak(number, `Entry ${number} of the audit log was changed or moved.`);
    if (!isSameHash(hash, hashOf(last.hash, text))) {
      return describeBreak(number, `Entry ${number} of the audit log, or an earlier entry, was changed.`);
    }
    last = { number, hash };
    const deletedHash = oldest && forgottenHash(text, oldest.number - 1);
    if (oldest && deletedHash) isChainProven ||= isSameHash(oldest.hash, hashOf(deletedHash, oldest.text));
  }
  if (oldest && !isChainProven) return describeBreak(1, 'Entry 1 of the audit log is missing.');
  if (last.number < head.number) {
    return describeBreak(
      last.number + 1,
      `The audit log ends at entry ${last.number}, but entry ${head.number} was the last one written.`,
    );
  }
  if (last.number > head.number || !isSameHash(last.hash, head.hash)) {
    return wrongEndEntry(last.number);
  }
  return undefined;
};

import type { AuditEvent } from '../base/audit-store.ts';
import type { Actor } from '../base/actor.ts';
import { audit, type Program, run } from '../base/program.ts';
import { endSessions } from './sessions.ts';

export interface SecondFactor {
  readonly person: string;
  readonly secret: string;
  /** Whether the user has entered a first code. Until then, sign-in requires no code. */
  readonly confirmed: boolean;
  readonly codesLeft: number;
}

interface ConfirmedFactor extends Pick<SecondFactor, 'person' | 'secret'> {
  readonly step: number;
  readonly codeHashes: readonly string[];
  readonly session: string;
}

const addAuditEvent = (event: Omit<AuditEvent, 'subject'>, person: string, now: number): Program<void> =>
  audit({ ...event, subject: person }, now);

const columns = `
  SELECT person, secret, confirmed,
    (SELECT count(*) FROM person_backup_codes WHERE person = person_second_factors.person) AS codes
  FROM person_second_factors`;

function* findFactor(where: string, value: string): Program<SecondFactor | undefined> {
  const [row] = yield* run(`${columns} WHERE ${where}`, value);
  return (
    row && {
      person: String(row['person']),
      secret: String(row['secret']),
      confirmed: Number(row['confirmed']) === 1,
      codesLeft: Number(row['codes']),
    }
  );
}

function* startRun(person: string, secret: string): Program<boolean> {
  const rows = yield* run(
    `INSERT INTO person_second_factors (person, secret, confirmed, last_step) VALUES ($1, $2, 0, 0)
     ON CONFLICT (person) DO UPDATE SET secret = $2 WHERE person_second_factors.confirmed = 0 RETURNING person`,
    person,
    secret,
  );
  return rows.length > 0;
}

function* putCodes(person: string, codeHashes: readonly string[]): Program<void> {
  yield* run('DELETE FROM person_backup_codes WHERE person = $1', person);
  for (const hash of codeHashes) {
    yield* run('INSERT INTO person_backup_codes (person, code_hash) VALUES ($1, $2)', person, hash);
  }
}

function* confirm(
  { person, secret, step, codeHashes, session }: ConfirmedFactor,
  actor: Actor,
  now: number,
): Program<boolean> {
  const rows = yield* run(
    `UPDATE person_second_factors SET confirmed = 1, last_step = $3 WHERE person = $1 AND secret = $2 AND confirmed = 0
     RETURNING person`,
    person,
    secret,
    step,
  );
  if (rows.length === 0) return false;
  yield* putCodes(person, codeHashes);
  yield* addAuditEvent({ action: 'person.second-factor', ...actor, details: { on: true } }, person, now);
  yield* endSessions(person, session, actor, now);
  return true;
}

function* useStep(person: string, step: number): Program<boolean> {
  const rows = yield* run(
    'UPDATE person_second_factors SET last_step = $2 WHERE person = $1 AND confirmed = 1 AND last_step < $2 RETURNING person',
    person,
    step,
  );
  return rows.length > 0;
}

function* useCode(person: string, codeHash: string, actor: Actor, now: number): Program<boolean> {
  const rows = yield* run(
    'DELETE FROM person_backup_codes WHERE person = $1 AND code_hash = $2 RETURNING person',
    person,
    codeHash,
  );
  if (rows.length === 0) return false;
  yield* addAuditEvent({ action: 'person.backup-code', ...actor, details: { used: true } }, person, now);
  return true;
}

function* renewCodes(person: string, codeHashes: readonly string[], actor: Actor, now: number): Program<boolean> {
  // Serializes concurrent calls, so that all codes come from the same call.
  const rows = yield* run(
    'UPDATE person_second_factors SET confirmed = 1 WHERE person = $1 AND confirmed = 1 RETURNING person',
    person,
  );
  if (rows.length === 0) return false;
  yield* putCodes(person, codeHashes);
  yield* addAuditEvent({ action: 'person.backup-code', ...actor, details: { renewed: true } }, person, now);
  return true;
}

function* endSecondFactor(person: string, actor: Actor, now: number): Program<boolean> {
  const rows = yield* run('DELETE FROM person_second_factors WHERE person = $1 RETURNING confirmed', person);
  yield* run('DELETE FROM person_backup_codes WHERE person = $1', person);
  if (Number(rows[0]?.['confirmed'] ?? 0) !== 1) return false;
  yield* addAuditEvent({ action: 'person.second-factor', ...actor, details: { on: false } }, person, now);
  return true;
}

/** One-time codes. Each code works once, even for concurrent calls. */
export const secondFactorPrograms = {
  /** Returns a user's second factor, confirmed or not. Undefined if the user has none. */
  of: (person: string) => findFactor('person = $1', person),
  /** Returns the confirmed second factor of this email address's user. */
  ofEmail: (email: string) => findFactor('confirmed = 1 AND person = (SELECT id FROM people WHERE email = $1)', email),
  /** Returns false if a confirmed second factor exists. */
  startSetup: startRun,
  /** Confirms the second factor and ends sessions that started without it. False if another setup was started. */
  confirm,
  /** Marks a time step as used. Returns false if this step or a later step was used. */
  useStep,
  /** Consumes a backup code. Returns false if the code doesn't exist. */
  useCode,
  /** Replaces all backup codes. Returns false if no second factor is confirmed. */
  renewCodes,
  /** Removes the second factor and its backup codes. Returns false if none was confirmed. */
  end: endSecondFactor,
};

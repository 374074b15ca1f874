import type { ChangeAuthor } from '../base/actor.ts';
import { audit, auditIn, first, hasRows, insert, type Program, run } from '../base/program.ts';
import { setOrganizationFlag } from './organizations.ts';
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

const columns = `
  SELECT person, secret, confirmed,
    (SELECT count(*) FROM person_backup_codes WHERE person = person_second_factors.person) AS "codesLeft"
  FROM person_second_factors`;

function* findFactor(where: string, value: string): Program<SecondFactor | undefined> {
  const row = yield* first<SecondFactor>(`${columns} WHERE ${where}`, [value]);
  return row && { ...row, confirmed: Boolean(row.confirmed) };
}

/** SQL condition: a user has a password and no second factor. */
export const lacksSecondFactor = (person: string): string => `
  EXISTS (SELECT 1 FROM person_accounts WHERE person = ${person} AND provider_id = 'credential')
  AND NOT EXISTS (SELECT 1 FROM person_second_factors WHERE person = ${person} AND confirmed = 1)`;

/** Returns false if the actor would need a second factor first. */
function* requireSecondFactor(organization: number, isRequired: boolean, author: ChangeAuthor): Program<boolean> {
  if (isRequired && (yield* hasRows(`SELECT id FROM people WHERE id = $1 AND ${lacksSecondFactor('$1')}`, [author.by])))
    return false;
  yield* setOrganizationFlag('second_factor_organizations', organization, isRequired);
  yield* auditIn(organization, { action: 'organization.change', details: { secondFactor: isRequired } }, author);
  return true;
}

const startSetup = (person: string, secret: string): Program<boolean> =>
  hasRows(
    `INSERT INTO person_second_factors (person, secret, confirmed, last_step) VALUES ($1, $2, 0, 0)
     ON CONFLICT (person) DO UPDATE SET secret = $2 WHERE person_second_factors.confirmed = 0 RETURNING person`,
    [person, secret],
  );

function* putCodes(person: string, codeHashes: readonly string[]): Program<void> {
  yield* run('DELETE FROM person_backup_codes WHERE person = $1', [person]);
  for (const hash of codeHashes) {
    yield* insert('person_backup_codes', { person, code_hash: hash });
  }
}

function* confirm(
  { person, secret, step, codeHashes, session }: ConfirmedFactor,
  author: ChangeAuthor,
): Program<boolean> {
  const isConfirmed = yield* hasRows(
    `UPDATE person_second_factors SET confirmed = 1, last_step = $3 WHERE person = $1 AND secret = $2 AND confirmed = 0
     RETURNING person`,
    [person, secret, step],
  );
  if (!isConfirmed) return false;
  yield* putCodes(person, codeHashes);
  yield* audit({ action: 'person.second-factor', subject: person, details: { on: true } }, author);
  yield* endSessions(person, 'others', session, author);
  return true;
}

const useStep = (person: string, step: number): Program<boolean> =>
  hasRows(
    'UPDATE person_second_factors SET last_step = $2 WHERE person = $1 AND confirmed = 1 AND last_step < $2 RETURNING person',
    [person, step],
  );

function* useCode(person: string, codeHash: string, author: ChangeAuthor): Program<boolean> {
  const sql = 'DELETE FROM person_backup_codes WHERE person = $1 AND code_hash = $2 RETURNING person';
  if (!(yield* hasRows(sql, [person, codeHash]))) return false;
  yield* audit({ action: 'person.backup-code', subject: person, details: { used: true } }, author);
  return true;
}

function* renewCodes(person: string, codeHashes: readonly string[], author: ChangeAuthor): Program<boolean> {
  // Serializes concurrent calls, so that all codes come from the same call.
  const sql = 'UPDATE person_second_factors SET confirmed = 1 WHERE person = $1 AND confirmed = 1 RETURNING person';
  if (!(yield* hasRows(sql, [person]))) return false;
  yield* putCodes(person, codeHashes);
  yield* audit({ action: 'person.backup-code', subject: person, details: { renewed: true } }, author);
  return true;
}

function* endSecondFactor(person: string, author: ChangeAuthor): Program<boolean> {
  const rows = yield* run('DELETE FROM person_second_factors WHERE person = $1 RETURNING confirmed', [person]);
  yield* run('DELETE FROM person_backup_codes WHERE person = $1', [person]);
  if (Number(rows[0]?.['confirmed'] ?? 0) !== 1) return false;
  yield* audit({ action: 'person.second-factor', subject: person, details: { on: false } }, author);
  return true;
}

/** One-time codes. Each code works once, even for concurrent calls. */
export const secondFactorPrograms = {
  /** Returns a user's second factor, confirmed or not. Undefined if the user has none. */
  of: (person: string) => findFactor('person = $1', person),
  ofEmail: (email: string) => findFactor('confirmed = 1 AND person = (SELECT id FROM people WHERE email = $1)', email),
  /** Returns false if a confirmed second factor exists. */
  startSetup,
  /** Confirms the second factor and ends sessions that started without it. False if another setup was started. */
  confirm,
  /** Marks a time step as used. Returns false if this step or a later step was used. */
  useStep,
  useCode,
  /** Replaces all backup codes. Returns false if no second factor is confirmed. */
  renewCodes,
  /** Requires a second factor of every member, or makes it optional. False if the actor has none. */
  require: requireSecondFactor,
  /** Removes the second factor and its backup codes. Returns false if none was confirmed. */
  end: endSecondFactor,
};

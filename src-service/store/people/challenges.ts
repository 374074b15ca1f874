import { insert, type Program, run, textOrNull } from '../base/program.ts';

/** A challenge for a later request. Works once, and only for its own kind. */
interface Challenge {
  readonly kind: 'passkey to add' | 'passkey to sign in' | 'company sign-in' | 'company code';
  /** SHA-256 of the challenge that the response must contain. */
  readonly hash: string;
  readonly person: string | null;
  readonly detail: string;
}

const challengeLifetimeMs = 10 * 60_000;

function* addChallenge({ kind, hash, person, detail }: Challenge, now: number): Program<void> {
  yield* insert('sign_in_challenges', { hash, kind, person, detail, expires: now + challengeLifetimeMs });
}

function* takeChallenge(kind: Challenge['kind'], hash: string, now: number): Program<Challenge | undefined> {
  const [row] = yield* run(
    'DELETE FROM sign_in_challenges WHERE hash = $1 AND kind = $2 RETURNING person, detail, expires',
    [hash, kind],
  );
  if (row === undefined || Number(row['expires']) <= now) return undefined;
  return { kind, hash, person: textOrNull(row['person']), detail: String(row['detail']) };
}

export function* forgetChallenges(now: number): Program<void> {
  yield* run('DELETE FROM sign_in_challenges WHERE expires < $1', [now]);
}

export const challengePrograms = {
  add: addChallenge,
  /** Consumes a challenge. Undefined if the challenge is older than ten minutes or already used. */
  take: takeChallenge,
};

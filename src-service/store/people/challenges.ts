import type { Challenge, ChallengeStore } from '../passkey-store.ts';
import { type Program, run, type RunProgram } from '../program.ts';

const workForMs = 10 * 60_000;

function* addChallenge({ kind, hash, person, detail }: Challenge, now: number): Program<void> {
  yield* run(
    'INSERT INTO sign_in_challenges (hash, kind, person, detail, expires) VALUES ($1, $2, $3, $4, $5)',
    hash,
    kind,
    person,
    detail,
    now + workForMs,
  );
}

function* takeChallenge(kind: Challenge['kind'], hash: string, now: number): Program<Challenge | undefined> {
  const [row] = yield* run(
    'DELETE FROM sign_in_challenges WHERE hash = $1 AND kind = $2 RETURNING person, detail, expires',
    hash,
    kind,
  );
  if (row === undefined || Number(row['expires']) <= now) return undefined;
  const person = row['person'] === null ? null : String(row['person']);
  return { kind, hash, person, detail: String(row['detail']) };
}

export function* forgetChallenges(now: number): Program<void> {
  yield* run('DELETE FROM sign_in_challenges WHERE expires < $1', now);
}

export const createChallenges = (start: RunProgram): ChallengeStore => ({
  add: (...args) => start(() => addChallenge(...args)),
  take: (...args) => start(() => takeChallenge(...args)),
});

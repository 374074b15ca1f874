import { run, iso, type Program } from '../program.ts';
import { randomSecret } from '../secrets.ts';
import { forgetChallenges } from './challenges.ts';

export function* readSecret(): Program<string> {
  yield* run('INSERT INTO dashboard (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING', randomSecret());
  const [row] = yield* run('SELECT secret FROM dashboard');
  return String(row?.['secret']);
}

export function* readAddress(): Program<string | undefined> {
  const [row] = yield* run('SELECT address FROM dashboard');
  return typeof row?.['address'] === 'string' ? row['address'] : undefined;
}

export function* setAddress(text: string): Program<void> {
  yield* readSecret();
  yield* run('UPDATE dashboard SET address = $1', text);
}

const openInvitationsStayMs = 30 * 24 * 3_600_000;

export function* forget(now: number): Program<void> {
  yield* run('DELETE FROM person_sessions WHERE expires < $1', iso(Date.now()));
  yield* run('DELETE FROM invitations WHERE expires < $1', now - openInvitationsStayMs);
  yield* forgetChallenges(now);
}

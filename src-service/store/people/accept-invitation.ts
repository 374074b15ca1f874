import { needsOwnPassword, type Accepted } from '../people-store.ts';
import { run, audit, type Program } from '../program.ts';
import { hold } from './organizations.ts';
import { addMember } from './roles.ts';
import { findInvitation } from './invitations.ts';
import { holdPerson, addPerson, renewPerson, type Newcomer } from './people.ts';

export function* accept(
  tokenHash: string,
  newcomer: Newcomer,
  from: string | undefined,
  now: number,
): Program<Accepted> {
  const found = yield* findInvitation('token_hash = $1', tokenHash);
  if (found === undefined) return 'gone';
  yield* hold(found.organization.number);
  // As it stands now: whoever held the organization before may have used it up, renewed or withdrawn it.
  const invitation = yield* findInvitation('token_hash = $1 AND expires > $2', tokenHash, now);
  if (invitation === undefined) return 'gone';
  // Nobody was asked for the password of somebody who came in between.
  if (needsOwnPassword(invitation) !== (newcomer === undefined)) return 'changed';
  const { email, organization } = invitation;
  const person = invitation.person ?? (newcomer && (yield* addPerson(email, newcomer, now)));
  if (person === undefined || (yield* holdPerson(person)).length === 0) return 'changed';
  yield* run('DELETE FROM invitations WHERE token_hash = $1', tokenHash);
  if (invitation.person !== null && newcomer !== undefined) {
    yield* renewPerson(person, newcomer, { by: person, from }, now);
  }
  const role = yield* addMember(organization.number, person, invitation.role, now);
  yield* audit(
    {
      action: 'person.join',
      by: person,
      from,
      organization: organization.id,
      subject: person,
      details: { email, role },
    },
    now,
  );
  return 'done';
}

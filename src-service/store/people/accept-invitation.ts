import { needsOwnPassword, type Accepted, type StoredInvitation } from '../people-store.ts';
import { run, audit, type Program } from '../program.ts';
import { hold } from './organizations.ts';
import { addMember } from './roles.ts';
import { findInvitation } from './invitations.ts';
import { holdPerson, addPerson, renewPerson, type Newcomer } from './people.ts';

/** Uses an invitation up, as part of a larger step that holds organization and person. */
export function* joinAs(
  person: string,
  { id, organization, email, role: offered }: StoredInvitation,
  from: string | undefined,
  now: number,
): Program<void> {
  yield* run('DELETE FROM invitations WHERE organization = $1 AND invitation = $2', organization.number, id);
  const role = yield* addMember(organization.number, person, offered, now);
  const details = { email, role };
  yield* audit(
    { action: 'person.join', by: person, from, organization: organization.id, subject: person, details },
    now,
  );
}

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
  const person = invitation.person ?? (newcomer && (yield* addPerson(invitation.email, newcomer, now)));
  if (person === undefined || (yield* holdPerson(person)).length === 0) return 'changed';
  if (invitation.person !== null && newcomer !== undefined) {
    yield* renewPerson(person, newcomer, { by: person, from }, now);
  }
  yield* joinAs(person, invitation, from, now);
  return 'done';
}

import type { ChangeAuthor } from '../base/actor.ts';
import type { AcceptResult, StoredInvitation } from './people-store.ts';
import { run, audit, type Program } from '../base/program.ts';
import { lockOrganization } from './organizations.ts';
import { addMember } from './roles.ts';
import { findInvitation, findOpenInvitation } from './invitations.ts';
import { lockUser, addUser, type NewUser } from './people.ts';

function* join(
  person: string,
  { id, organization, email, role: offered }: StoredInvitation,
  author: ChangeAuthor,
): Program<void> {
  yield* run('DELETE FROM invitations WHERE organization = $1 AND invitation = $2', [organization.number, id]);
  const role = yield* addMember(organization.number, person, offered, author.now);
  const details = { email, role };
  const change = { action: 'person.join', organization: organization.id, subject: person, details } as const;
  yield* audit(change, { ...author, by: person });
}

export function* accept(tokenHash: string, newUser: NewUser, author: ChangeAuthor): Program<AcceptResult> {
  const foundInvitation = yield* findInvitation('token_hash = $1', [tokenHash]);
  if (foundInvitation === undefined) return 'expired';
  yield* lockOrganization(foundInvitation.organization.number);
  // Reads the invitation again under the lock, because it may have been used, renewed or withdrawn.
  const invitation = yield* findOpenInvitation(tokenHash, author.now);
  if (invitation === undefined) return 'expired';
  // The user was created or deleted after the invitation was read, so the password check no longer applies.
  if ((invitation.person === null) !== (newUser !== undefined)) return 'changed';
  const person = invitation.person ?? (newUser && (yield* addUser(invitation.email, newUser, author.now)));
  if (person === undefined || (yield* lockUser(person)) === undefined) return 'changed';
  yield* join(person, invitation, author);
  return 'done';
}

export function* acceptOffered(
  person: string,
  id: string,
  author: ChangeAuthor,
): Program<Exclude<AcceptResult, 'changed'>> {
  const condition = 'invitations.invitation = $1 AND offered_to = $2 AND expires > $3';
  const foundInvitation = yield* findInvitation(condition, [id, person, author.now]);
  if (foundInvitation === undefined) return 'expired';
  yield* lockOrganization(foundInvitation.organization.number);
  const invitation = yield* findInvitation(condition, [id, person, author.now]);
  if (invitation === undefined || (yield* lockUser(person)) === undefined) return 'expired';
  yield* join(person, invitation, author);
  return 'done';
}

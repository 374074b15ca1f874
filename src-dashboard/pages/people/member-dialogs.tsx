import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { grantableRoles, type Role } from '#shared/dashboard-api/roles.ts';
import { ConfirmDialog, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { useChange, usePlace } from '../../api/session.ts';
import { roleHelp, roleNames } from '../../components/role-select.tsx';

type People = CallReply<'listPeople'>;
export type Member = People['members'][number];

export type MemberChange =
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'sign-out' }
  | { readonly kind: 'remove' };

interface MemberDialogProps {
  readonly member: Member;
  readonly invitations: People['invitations'];
  readonly onClose: () => void;
}

/** Lists the member's pending invitations that are withdrawn because the new role can't grant their roles. */
const WithdrawnInvitations = ({
  member: { id, name },
  invitations,
  grantable,
}: Omit<MemberDialogProps, 'onClose'> & { readonly grantable: readonly Role[] }) => {
  const withdrawn = invitations.filter(({ inviterId, role }) => inviterId === id && !grantable.includes(role));
  return withdrawn.length === 0 ? null : (
    <p>
      Pending invitations that {name} created are withdrawn: {withdrawn.map(({ email }) => email).join(', ')}.
    </p>
  );
};

const ChangeRole = ({ role, ...props }: MemberDialogProps & { readonly role: Role }) => {
  const { send, isInProgress, problem } = useChange('changeRole');
  const { member, onClose } = props;
  const { id, name } = member;
  const change = (): void =>
    void send({ params: { person: id }, body: { role } }, () => {
      onClose();
      showToast(`${name} is ${roleNames[role].toLowerCase()} now`, 'done');
    });
  return (
    <ConfirmDialog
      title={`Change the role of ${name} to ${roleNames[role].toLowerCase()}?`}
      confirm="Change role"
      busy={isInProgress}
      onConfirm={change}
      onClose={onClose}
    >
      <p>{roleHelp[role]}</p>
      <WithdrawnInvitations {...props} grantable={grantableRoles[role]} />
      <DialogProblem text={problem} />
    </ConfirmDialog>
  );
};

const SignOutMember = ({ member: { id, name }, onClose }: MemberDialogProps) => {
  const { send, isInProgress, problem } = useChange('endMemberSessions');
  const signOut = (): void =>
    void send({ params: { person: id } }, () => {
      onClose();
      showToast(`Signed out ${name}`, 'done');
    });
  return (
    <ConfirmDialog
      title={`Sign out ${name} everywhere?`}
      confirm="Sign out"
      tone="danger"
      busy={isInProgress}
      onConfirm={signOut}
      onClose={onClose}
    >
      <p>
        All dashboard sessions of {name} end, including those in other organizations. {name} can sign in again. To
        prevent that, remove the member.
      </p>
      <DialogProblem text={problem} />
    </ConfirmDialog>
  );
};

const RemoveMember = (props: MemberDialogProps) => {
  const { organization } = usePlace();
  const { send, isInProgress, problem } = useChange('removePerson');
  const { member, onClose } = props;
  const { id, name } = member;
  const remove = (): void =>
    void send({ params: { person: id } }, () => {
      onClose();
      showToast(`Removed ${name}`, 'done');
    });
  return (
    <ConfirmDialog
      title={`Remove ${name} from ${organization.name}?`}
      confirm="Remove"
      tone="danger"
      busy={isInProgress}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {name} loses access to this organization immediately, in every session. API keys that {name} created keep
        working until you revoke them.
      </p>
      <WithdrawnInvitations {...props} grantable={[]} />
      <DialogProblem text={problem} />
    </ConfirmDialog>
  );
};

export const MemberDialog = ({ change, ...props }: MemberDialogProps & { readonly change: MemberChange }) => {
  if (change.kind === 'role') return <ChangeRole {...props} role={change.role} />;
  return change.kind === 'sign-out' ? <SignOutMember {...props} /> : <RemoveMember {...props} />;
};

import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { grantableRoles, type Role } from '#shared/dashboard-api/roles.ts';
import { useDashboard } from '../../api/session.ts';
import { FormDialog } from '../../components/action-form.tsx';
import { SignOutDialog } from '../../components/sign-out-dialog.tsx';
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
      Pending invitations that {name} created will be withdrawn: {withdrawn.map(({ email }) => email).join(', ')}.
    </p>
  );
};

export const MemberDialog = ({ change, ...props }: MemberDialogProps & { readonly change: MemberChange }) => {
  const { organization } = useDashboard();
  const { member, onClose } = props;
  const { id, name } = member;
  const sent = { params: { person: id } };
  if (change.kind === 'role') {
    const roleName = roleNames[change.role].toLowerCase();
    return (
      <FormDialog
        call="changeRole"
        sent={{ ...sent, body: { role: change.role } }}
        title={`Change the role of ${name} to ${roleName}?`}
        confirm="Change role"
        done={`${name} is ${roleName} now`}
        text={
          <>
            <p>{roleHelp[change.role]}</p>
            <WithdrawnInvitations {...props} grantable={grantableRoles[change.role]} />
          </>
        }
        onClose={onClose}
      />
    );
  }
  return change.kind === 'sign-out' ? (
    <SignOutDialog id={id} name={name} onClose={onClose} />
  ) : (
    <FormDialog
      call="removePerson"
      sent={sent}
      title={`Remove ${name} from ${organization.name}?`}
      confirm="Remove"
      tone="danger"
      done={`Removed ${name}`}
      text={
        <>
          <p>
            {name} loses access to this organization immediately, in every session. API keys that {name} created keep
            working until you revoke them.
          </p>
          <WithdrawnInvitations {...props} grantable={[]} />
        </>
      }
      onClose={onClose}
    />
  );
};

import { Link2, Mail } from 'lucide-react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { grantableRoles } from '#shared/dashboard-api/roles.ts';
import { Button } from '#ui/controls/controls.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { relativeText, useClock } from '#ui/values/times.tsx';
import { mayNotChange, useChange, useDashboard } from '../../api/session.ts';
import { RowTable } from '../../components/list-page.tsx';
import { roleNames } from '../../components/role-select.tsx';

type Invitation = CallReply<'listPeople'>['invitations'][number];
type Link = CallReply<'invite'>;

const showNote = (sentence: string): void => showToast(sentence, 'note');

interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly onLink: (link: Link) => void;
}

const InvitationRow = ({ invitation: { id, email, role, invitedBy, expires }, onLink }: InvitationRowProps) => {
  const { organization } = useDashboard();
  const renew = useChange('renewInvitation');
  const withdraw = useChange('withdrawInvitation');
  const now = useClock();
  const isOver = Date.parse(expires) <= now.getTime();
  const canChange = mayNotChange(organization) === null && grantableRoles[organization.role].includes(role);
  const params = { invitation: id };
  return (
    <tr className="data-row invitation-row">
      <td className="person-who">
        <span className="invitation-tile">
          <Mail size={14} aria-hidden="true" />
        </span>
        <span className="truncate">{email}</span>
      </td>
      <td className="person-role">{roleNames[role]}</td>
      <td className="invitation-by muted truncate">{invitedBy}</td>
      <td className="invitation-end">
        {isOver ? <span className="faint">Link expired</span> : `Link expires ${relativeText(new Date(expires), now)}`}
      </td>
      <td className="invitation-actions">
        {canChange ? (
          <>
            <Button size="small" icon={Link2} onPress={() => void renew.send({ params }, onLink, showNote)}>
              New link
            </Button>
            <Button
              size="small"
              variant="remove"
              onPress={() =>
                void withdraw.send({ params }, () => showToast(`Invitation for ${email} withdrawn`, 'done'), showNote)
              }
            >
              Withdraw
            </Button>
          </>
        ) : null}
      </td>
    </tr>
  );
};

interface InvitationsProps {
  readonly invitations: readonly Invitation[];
  readonly onLink: (email: string, link: Link) => void;
}

export const Invitations = ({ invitations, onLink }: InvitationsProps) =>
  invitations.length === 0 ? null : (
    <section className="invitations" aria-labelledby="open-invitations">
      <h2 id="open-invitations">
        Pending invitations <span className="page-count faint number">{invitations.length}</span>
      </h2>
      <RowTable
        label="Pending invitations"
        className="people-table phone-table"
        density="relaxed"
        columns={[
          ['Invited'],
          ['Role', 'person-role'],
          ['By', 'invitation-by'],
          ['Link', 'invitation-end'],
          ['Actions', 'invitation-actions'],
        ]}
      >
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            onLink={(created) => onLink(invitation.email, created)}
          />
        ))}
      </RowTable>
    </section>
  );

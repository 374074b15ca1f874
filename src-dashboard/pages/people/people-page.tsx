import { Info, ShieldAlert, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { Banner } from '#ui/messages/messages.tsx';
import { mayNotChange, useDashboard, useRead, environmentOf } from '../../api/session.ts';
import { LinkDialog } from '../../components/link-dialog.tsx';
import { ListPage, RowTable } from '../../components/list-page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Invitations } from './invitations.tsx';
import { type Member, type MemberChange, MemberDialog } from './member-dialogs.tsx';
import { MemberRow } from './member-row.tsx';
import { grantableRoles, type Role } from '#shared/dashboard-api/roles.ts';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { FormDialog } from '../../components/action-form.tsx';
import { roleHelp, RoleSelect } from '../../components/role-select.tsx';
import './people-page.css';

interface InvitePersonProps {
  readonly onLink: (email: string, link: CallReply<'invite'>) => void;
  readonly onClose: () => void;
}

const InvitePerson = ({ onLink, onClose }: InvitePersonProps) => {
  const { organization } = useDashboard();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('support');
  return (
    <FormDialog
      title={`Invite someone to ${organization.name}`}
      tag={<EnvironmentTag environment={environmentOf(organization)} />}
      confirm="Create link"
      call="invite"
      sent={{ body: { email, role } }}
      incomplete={email.trim() === '' && 'Enter the email address first'}
      onDone={(link) => onLink(email, link)}
      text="You'll get a link to share. The link works once and expires after 24 h."
      onClose={onClose}
    >
      <TextField label="Email" type="email" autoComplete="off" value={email} onText={setEmail} />
      <div className="invite-role row muted">
        <RoleSelect label="Role" value={role} values={grantableRoles[organization.role]} onChange={setRole} />
        <span>{roleHelp[role]}</span>
      </div>
    </FormDialog>
  );
};

type OpenDialog =
  | { readonly kind: 'invite' }
  | { readonly kind: 'change'; readonly member: Member; readonly change: MemberChange };

const Members = ({
  members,
  text,
  onChange,
}: {
  readonly members: readonly Member[];
  readonly text: string;
  readonly onChange: (member: Member, change: MemberChange) => void;
}) => {
  const searchText = text.trim().toLowerCase();
  const shownMembers = members.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(searchText));
  return (
    <>
      <RowTable
        label="People"
        className="people-table phone-table"
        columns={[
          ['Person'],
          ['Role', 'person-role'],
          ...(members.some(({ signsIn }) => signsIn !== null) ? ([['Second factor', 'person-factor']] as const) : []),
          ['Last seen', 'person-activity'],
          ['Actions', 'person-actions'],
        ]}
      >
        {shownMembers.map((member) => (
          <MemberRow key={member.id} member={member} onChange={(change) => onChange(member, change)} />
        ))}
      </RowTable>
      {shownMembers.length === 0 ? <p className="table-none">No member matches this name or email.</p> : null}
    </>
  );
};

const FactorBanner = ({ members }: { readonly members: readonly Member[] }) => {
  const { organization } = useDashboard();
  const withoutMembers = members.filter(({ signsIn }) => signsIn?.hasPassword && !signsIn.secondFactor);
  const [first] = withoutMembers;
  if (first === undefined || !organization.production) return null;
  return (
    <Banner
      tone="warning"
      icon={ShieldAlert}
      title={
        withoutMembers.length === 1
          ? `${first.name} doesn't use two-factor authentication.`
          : `${withoutMembers.length} members don't use two-factor authentication: ${withoutMembers.map(({ name }) => name).join(', ')}.`
      }
    >
      {organization.name} is a production organization, so every member should turn on two-factor authentication under
      My account.
    </Banner>
  );
};

export const PeoplePage = () => {
  const { organization } = useDashboard();
  const query = useRead('listPeople');
  const [text, setText] = useState('');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [link, setLink] = useState<{ readonly email: string; readonly link: CallReply<'invite'> } | null>(null);
  // A late reply closes only the dialog that sent the call.
  const close = (): void => setDialog((current) => (current === dialog ? null : current));
  const showLink = (email: string, reply: CallReply<'invite'>): void => {
    close();
    setLink({ email, link: reply });
  };
  const refusal = mayNotChange(organization);
  return (
    <>
      <ListPage
        title="People"
        count={query.data?.members.length ?? null}
        actions={
          <Button
            variant="primary"
            icon={UserPlus}
            disabledBecause={refusal}
            onPress={() => setDialog({ kind: 'invite' })}
          >
            Invite member
          </Button>
        }
        filters={
          <>
            <SearchField label="Find by name or email" value={text} onChange={setText} />
            <span className="filter-note row hint">
              <Info size={14} aria-hidden="true" />
              Owners: full access. Admins: keys, webhooks and members. Support: view only.
            </span>
          </>
        }
        query={query}
        what="The members"
        foot={<span>A link works once and expires after 24 h. Ferry sends no email, so send the link yourself.</span>}
      >
        {({ members, invitations }) => (
          <>
            <FactorBanner members={members} />
            <div className="table-scroll">
              <Members
                members={members}
                text={text}
                onChange={(member, change) => setDialog({ kind: 'change', member, change })}
              />
              <Invitations invitations={invitations} onLink={showLink} />
            </div>
          </>
        )}
      </ListPage>
      {dialog?.kind === 'invite' ? <InvitePerson onLink={showLink} onClose={close} /> : null}
      {dialog?.kind === 'change' && query.data ? (
        <MemberDialog {...dialog} invitations={query.data.invitations} onClose={close} />
      ) : null}
      {link ? <LinkDialog {...link} onClose={() => setLink(null)} /> : null}
    </>
  );
};

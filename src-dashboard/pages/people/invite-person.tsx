import { useState } from 'react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { grantableRoles, type Role } from '#shared/dashboard-api/roles.ts';
import { TextField } from '#ui/controls/fields.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { environmentOf, useChange, usePlace } from '../../api/session.ts';
import { FormDialog } from '../../components/action-form.tsx';
import { RoleSelect } from '../../components/role-select.tsx';
import { takeFocus } from '../../components/take-focus.ts';

interface InvitePersonProps {
  readonly onLink: (email: string, link: CallReply<'invite'>) => void;
  readonly onClose: () => void;
}

const roleHelp: Readonly<Record<Role, string>> = {
  owner: 'Full access, including managing owners.',
  admin: 'Creates and revokes keys, invites members.',
  support: "Views keys, members and the audit log. Can't change anything.",
};

export const InvitePerson = ({ onLink, onClose }: InvitePersonProps) => {
  const { organization } = usePlace();
  const { send, isInProgress, problem } = useChange('invite', organization);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('support');
  return (
    <FormDialog
      title={`Invite someone to ${organization.name}`}
      tag={<EnvironmentTag environment={environmentOf(organization)} />}
      confirm="Create link"
      busy={isInProgress}
      incomplete={email.trim() === '' ? 'Enter the email address first' : null}
      problem={problem}
      onSubmit={() => void send({ body: { email, role } }, (link) => onLink(email, link))}
      onClose={onClose}
    >
      <p className="dialog-text">You get a link to share. The link works once and expires after 24 h.</p>
      <TextField
        label="Email"
        type="email"
        inputRef={takeFocus}
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className="invite-role row muted">
        <RoleSelect label="Role" value={role} values={grantableRoles[organization.role]} onChange={setRole} />
        <span>{roleHelp[role]}</span>
      </div>
    </FormDialog>
  );
};

import { useState } from 'react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { TextField } from '#ui/controls/controls.tsx';
import { countedText } from '#ui/values/number-text.ts';
import { useDashboard } from '../../api/session.ts';
import { FormDialog } from '../../components/action-form.tsx';
import { OwnPassword } from '../../components/own-password.tsx';

export type ManagedOrganization = CallReply<'listOrganizations'>['organizations'][number];

interface CreateProps {
  readonly onLink: (email: string, link: CallReply<'createOrganization'>) => void;
  readonly onClose: () => void;
}

export const CreateOrganization = ({ onLink, onClose }: CreateProps) => {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  return (
    <FormDialog
      title="Create an organization"
      confirm="Create organization"
      call="createOrganization"
      sent={{ body: { name, email } }}
      incomplete={(name.trim() === '' || email.trim() === '') && "Enter the name and the owner's email address first"}
      onDone={(link) => onLink(email, link)}
      text="You'll get an invitation link for the first owner."
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" value={name} onText={setName} />
      <TextField label="Email of the first owner" autoComplete="off" value={email} onText={setEmail} />
    </FormDialog>
  );
};

export type OrganizationAction = 'rename' | 'suspend' | 'resume' | 'delete';

interface Form {
  readonly verb: string;
  readonly done: string;
  readonly consequences: (organization: ManagedOrganization) => string;
  readonly field?: (name: string) => string;
  /** Returns why the value of the field doesn't allow the action, or false. */
  readonly refusal?: (value: string, name: string) => string | false;
  /** Asks for the password again. */
  readonly isDangerous?: true;
}

const forms: Readonly<Record<OrganizationAction, Form>> = {
  rename: {
    verb: 'Rename',
    done: 'renamed',
    consequences: () =>
      'Members and end users see the new name. Use it in commands: the old name creates another organization.',
    field: () => 'New name',
    refusal: (text) => text === '' && 'Enter the new name first',
  },
  suspend: {
    verb: 'Suspend',
    done: 'suspended',
    consequences: ({ keys }) =>
      `Until you resume it, its ${countedText(keys, 'API key')} stop working, end users can't use the modal, and webhooks wait. Copies in progress finish. Its members see the reason and can only view the dashboard.`,
    field: () => 'Reason (optional)',
    isDangerous: true,
  },
  resume: {
    verb: 'Resume',
    done: 'resumed',
    consequences: () => 'Its API keys and modal will work again, and pending webhooks will be sent.',
  },
  delete: {
    verb: 'Delete',
    done: 'deleted',
    consequences: ({ keys, migrations, members }) =>
      `This deletes ${countedText(keys, 'API key')}, ${countedText(migrations, 'migration')} with their reports, and all webhooks, and stops migrations in progress. It ends the access of ${countedText(members, 'member')}; accounts without another organization are deleted. Entries of the audit log stay. You can't undo this.`,
    field: (name) => `Enter “${name}” to confirm`,
    refusal: (text, name) => text !== name && "The name doesn't match",
    isDangerous: true,
  },
};

interface DialogProps {
  readonly action: OrganizationAction;
  readonly organization: ManagedOrganization;
  readonly onClose: () => void;
}

export const OrganizationDialog = ({ action, organization, onClose }: DialogProps) => {
  const { name } = organization;
  const { verb, done, consequences, field, refusal, isDangerous } = forms[action];
  const { hasPassword } = useDashboard().session.person;
  const [text, setText] = useState('');
  const [password, setPassword] = useState('');
  const asksPassword = isDangerous && hasPassword;
  // Each call reads only its own properties, and `resume` none.
  const body = { name: text, reason: text, password } as never;
  return (
    <FormDialog
      title={`${verb} ${name}?`}
      confirm={verb}
      tone={isDangerous ? 'danger' : 'primary'}
      call={`${action}Organization`}
      sent={{ params: { target: organization.id }, body }}
      incomplete={refusal?.(text.trim(), name) || (asksPassword && password === '' && 'Enter your password first')}
      done={`${name} ${done}`}
      onClose={onClose}
    >
      <p className="dialog-text">{consequences(organization)}</p>
      {field === undefined ? null : (
        <TextField label={field(name)} autoComplete="off" maxLength={200} value={text} onText={setText} />
      )}
      {asksPassword ? <OwnPassword value={password} onChange={setPassword} /> : null}
    </FormDialog>
  );
};

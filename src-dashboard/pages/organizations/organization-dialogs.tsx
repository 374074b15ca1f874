import { useState } from 'react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { TextField } from '#ui/controls/controls.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { useChange, usePlace } from '../../api/session.ts';
import { FormDialog } from '../../components/action-form.tsx';
import { OwnPassword } from '../../components/own-password.tsx';
import { takeFocus } from '../../components/take-focus.ts';

export type ManagedOrganization = CallReply<'listOrganizations'>['organizations'][number];

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Field = ({ label, value, onChange }: FieldProps) => (
  <TextField
    label={label}
    inputRef={label.startsWith('Email') ? null : takeFocus}
    autoComplete="off"
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);

interface CreateProps {
  readonly onLink: (email: string, link: CallReply<'createOrganization'>) => void;
  readonly onClose: () => void;
}

export const CreateOrganization = ({ onLink, onClose }: CreateProps) => {
  const { send, isInProgress, problem } = useChange('createOrganization');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const isIncomplete = name.trim() === '' || email.trim() === '';
  return (
    <FormDialog
      title="Create an organization"
      confirm="Create organization"
      busy={isInProgress}
      incomplete={isIncomplete ? "Enter the name and the owner's email address first" : null}
      problem={problem}
      onSubmit={() => void send({ body: { name, email } }, (link) => onLink(email, link))}
      onClose={onClose}
    >
      <p className="dialog-text">You get an invitation link for its first owner.</p>
      <Field label="Name" value={name} onChange={setName} />
      <Field label="Email of the first owner" value={email} onChange={setEmail} />
    </FormDialog>
  );
};

export type OrganizationAction = 'rename' | 'suspend' | 'resume' | 'delete';

interface Form {
  readonly verb: string;
  readonly done: string;
  readonly consequences: (organization: ManagedOrganization) => string;
  readonly field?: string;
  /** Whether the field allows the action. */
  readonly accepts?: (text: string, name: string) => boolean;
  /** Asks for the password again. */
  readonly isDangerous?: true;
}

const forms: Readonly<Record<OrganizationAction, Form>> = {
  rename: {
    verb: 'Rename',
    done: 'renamed',
    consequences: () => 'Members and end users see the new name. Commands with the old name stop working.',
    field: 'New name',
    accepts: (text) => text !== '',
  },
  suspend: {
    verb: 'Suspend',
    done: 'suspended',
    consequences: ({ keys }) =>
      `Until you resume it, requests with its ${counted(keys, 'API key')} get 403, the modal refuses end users, and webhooks wait. Copies in progress finish. Its members see the reason and can only view the dashboard.`,
    field: 'Reason (optional)',
    isDangerous: true,
  },
  resume: {
    verb: 'Resume',
    done: 'resumed',
    consequences: () => 'Its API keys and the modal work again, and the webhooks that waited are sent.',
  },
  delete: {
    verb: 'Delete',
    done: 'deleted',
    consequences: ({ keys, migrations, members }) =>
      `This deletes ${counted(keys, 'API key')}, ${counted(migrations, 'migration')} with their reports, and all webhooks, and stops migrations in progress. It ends the access of ${counted(members, 'member')}; accounts without another organization are deleted. Entries of the audit log stay. You can't undo this.`,
    field: 'Name of the organization',
    accepts: (text, name) => text === name,
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
  const { verb, done, consequences, field, accepts, isDangerous } = forms[action];
  const { hasPassword } = usePlace().session.person;
  const { send, isInProgress, problem } = useChange(`${action}Organization`);
  const [text, setText] = useState('');
  const [password, setPassword] = useState('');
  const asksPassword = isDangerous && hasPassword;
  const isIncomplete = accepts?.(text.trim(), name) === false || (asksPassword && password === '');
  // Each call reads only its own properties, and `resume` none.
  const body = { name: text, reason: text, password } as never;
  return (
    <FormDialog
      title={`${verb} ${name}?`}
      confirm={verb}
      tone={isDangerous ? 'danger' : 'primary'}
      busy={isInProgress}
      incomplete={isIncomplete ? 'Fill in the fields first' : null}
      problem={problem}
      onSubmit={() =>
        void send({ params: { target: organization.id }, body }, () => {
          onClose();
          showToast(`${name} ${done}`, 'done');
        })
      }
      onClose={onClose}
    >
      <p className="dialog-text">{consequences(organization)}</p>
      {field === undefined ? null : <Field label={field} value={text} onChange={setText} />}
      {asksPassword ? <OwnPassword value={password} onChange={setPassword} isFirst={false} /> : null}
    </FormDialog>
  );
};

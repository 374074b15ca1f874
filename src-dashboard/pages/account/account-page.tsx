import { useState } from 'react';
import { passwordLength } from '#shared/dashboard-api/limits.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { useChange, useDashboard } from '../../api/session.ts';
import '../../components/facts.css';
import './account-page.css';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';

const Rename = () => {
  const { session } = useDashboard();
  const { send, isInProgress, problem } = useChange('rename');
  const [name, setName] = useState(session.person.name);
  const isSame = name.trim() === session.person.name;
  const submit = (): void => {
    if (!isSame && !isInProgress) void send({ body: { name } }, () => showToast('Name changed', 'done'));
  };
  return (
    <Form className="password-form stack" onSubmit={submit} noValidate>
      <TextField
        label="Name"
        autoComplete="name"
        help="Other members and the audit log show this name."
        problem={problem}
        value={name}
        onText={setName}
      />
      <Button type="submit" disabledBecause={isInProgress ? 'In progress' : isSame ? 'Enter another name first' : null}>
        Change name
      </Button>
    </Form>
  );
};

const ChangePassword = () => {
  const { session } = useDashboard();
  const { send, isInProgress, problem } = useChange('changePassword');
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const isTooShort = [...next].length < passwordLength.min;
  const incomplete =
    (current === '' && 'Enter the current password first') ||
    (isTooShort && `Use at least ${passwordLength.min} characters`);
  const submit = (): void => {
    if (incomplete || isInProgress) return;
    void send({ body: { current, next } }, () => {
      setCurrent('');
      setNext('');
      showToast('Password changed; other sessions ended', 'done');
    });
  };
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <Form className="password-form stack" onSubmit={submit} noValidate>
        <input type="email" name="email" autoComplete="username" value={session.person.email} readOnly hidden />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          onText={setCurrent}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          help={`${passwordLength.min} characters or more. A new password ends all your other sessions.`}
          problem={problem}
          value={next}
          onText={setNext}
        />
        <Button type="submit" disabledBecause={isInProgress ? 'In progress' : incomplete || null}>
          Change password
        </Button>
      </Form>
    </section>
  );
};

export const AccountPage = () => {
  const { session } = useDashboard();
  return (
    <>
      <PageHead title="My account" />
      <div className="facts-page scroller stack">
        <dl className="facts">
          <dt>Email</dt>
          <dd>{session.person.email}</dd>
        </dl>
        <Rename />
        {session.person.hasPassword ? (
          <>
            <ChangePassword />
            <Passkeys />
            <SecondFactor />
          </>
        ) : (
          <section aria-labelledby="way-in">
            <h2 id="way-in">Signing in</h2>
            <p>
              You use company sign-in, which manages passwords and second factors. To set a password here, ask an
              administrator of this service for a link.
            </p>
          </section>
        )}
      </div>
    </>
  );
};

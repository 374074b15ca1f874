import { useNavigate } from '@tanstack/react-router';
import { Info, PlugZap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AppError } from '#shared/app-error.ts';
import type { KeyView } from '#shared/console-contract/api-key-calls.ts';
import { brand } from '#shared/brand.ts';
import { Button } from '#ui/controls/button.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { KeyField } from '../../components/key-entry/key-field.tsx';
import { isKeychainFailure, keyKindOf, keyProblemText } from '../../components/key-entry/use-key-entry.ts';
import { TextField } from '#ui/controls/fields.tsx';
import { Form } from '#ui/controls/form.tsx';
import { durationText } from '#ui/values/time-text.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { maxTypedLength, nameOfHost, useConnect } from './use-connect.ts';

const addressErrorCodes: ReadonlySet<AppError['code']> = new Set([
  'invalid_profile',
  'managed',
  'offline',
  'wrong_service',
  'redirected',
  'unreadable_reply',
  'tls_failed',
  'certificate',
  'certificate_name',
  'certificate_expired',
  'not_found',
]);

const KeyHelp = ({ kind }: { readonly kind: 'production' | 'test' | 'other' | null }) => {
  if (kind === null) {
    return (
      <span>
        Keys that start with <code className="mono">{brand.productionKeyPrefix}</code> are production keys.
      </span>
    );
  }
  return (
    <span className="connect-kind row">
      <EnvironmentTag environment={kind === 'test' ? 'test' : 'production'} />
      {kind === 'other'
        ? 'The prefix is unknown, so the console treats this key as a production key.'
        : `This is a ${kind} key.`}
    </span>
  );
};

export const ConnectCard = ({ takesFocus }: { readonly takesFocus: boolean }) => {
  const navigate = useNavigate();
  const [baseURL, setBaseURL] = useState('');
  const [profileName, setProfileName] = useState('');
  const [kind, setKind] = useState<'production' | 'test' | 'other' | null>(null);
  const addressRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) addressRef.current?.focus();
  }, [takesFocus]);
  const { keyRef, connect, busy, error, forgetError } = useConnect(({ name, latencyMs }) => {
    showToast(`Connected to ${name}, responded in ${durationText(latencyMs)}`, 'done');
    void navigate({ to: '/migrations' });
  });
  const obstacle = baseURL.trim() === '' ? 'Enter the base URL first' : kind === null ? 'Paste the key first' : null;

  const submit = (storage: KeyView['storage']): void => {
    if (obstacle === null) void connect({ baseURL: baseURL.trim(), name: profileName }, storage);
    else (baseURL.trim() === '' ? addressRef : keyRef).current?.focus();
  };
  const isAddressError = error !== null && addressErrorCodes.has(error.code);
  const isKeychainError = error !== null && isKeychainFailure(error);
  const problem = error ? keyProblemText(error) : null;

  return (
    <section className="welcome-card stack" aria-labelledby="connect-title">
      <h2 className="row" id="connect-title">
        <span className="welcome-icon">
          <PlugZap size={18} aria-hidden="true" />
        </span>
        Connect your organization
      </h2>
      <Form className="connect-form stack" onSubmit={() => submit('keychain')}>
        <TextField
          label="Base URL"
          mono
          type="text"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          inputRef={addressRef}
          value={baseURL}
          onChange={(event) => {
            setBaseURL(event.target.value);
            forgetError();
          }}
          problem={isAddressError ? problem : null}
        />
        <KeyField
          inputRef={keyRef}
          placeholder="Paste the key from the dashboard"
          labelNote={isKeychainError ? 'kept for this session' : 'stored in your system keychain, if available'}
          onEdit={({ value }) => {
            setKind(value.trim() === '' ? null : (keyKindOf(value) ?? 'other'));
            forgetError();
          }}
          problem={problem && !isAddressError && !isKeychainError ? problem : null}
          help={<KeyHelp kind={kind} />}
        />
        <TextField
          label="Name"
          labelNote="optional"
          autoComplete="off"
          maxLength={maxTypedLength}
          placeholder={nameOfHost(baseURL) ?? 'Such as Brightwater'}
          value={profileName}
          onChange={(event) => setProfileName(event.target.value)}
        />
        {isKeychainError ? (
          <p className="connect-keychain">
            <Info size={14} aria-hidden="true" />
            <span>{problem}</span>
          </p>
        ) : null}
        <output className="visually-hidden">{busy ? 'Checking the key' : (problem ?? '')}</output>
        <div className="connect-actions stack">
          {isKeychainError ? (
            <Button size="large" variant="primary" onPress={() => submit('session')}>
              Keep for this session
            </Button>
          ) : null}
          <Button
            type="submit"
            size="large"
            variant={isKeychainError ? 'secondary' : 'primary'}
            disabledBecause={busy ? 'Checking the key' : obstacle}
          >
            {busy ? 'Checking the key' : isKeychainError ? 'Try again' : 'Connect'}
          </Button>
        </div>
      </Form>
    </section>
  );
};

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { KeyView } from '#shared/console-contract/api-key-calls.ts';
import { minKeyLength } from '#shared/key-length.ts';
import { maxNameLength } from '#shared/name-length.ts';
import { appErrorOf, type ConsoleApi, useConsole } from '../../api/console-api.ts';
import { readServiceAgain } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { isKeychainFailure, KeyField, keyKindOf, keyProblemText } from '../../components/key-entry/key-entry.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Info, PlugZap } from 'lucide-react';
import type { AppError } from '#shared/app-error.ts';
import { brand } from '#shared/brand.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { Form } from '#ui/controls/form.tsx';
import { durationText } from '#ui/values/times.tsx';
import { showToast } from '#ui/messages/toast.tsx';

/** Leaves space for the number that `freeName` may append. */
const maxTypedLength = maxNameLength - 10;

/** Derives a profile name from a base URL's host: "api.brightwater.example" becomes "brightwater.example". */
export const nameOfHost = (baseURL: string): string | null =>
  /^https?:\/\/([^/?#]+)/i
    .exec(baseURL.trim())?.[1]
    ?.replace(/^api\./i, '')
    .slice(0, maxTypedLength) ?? null;

export const freeName = (name: string, taken: readonly string[]): string => {
  const isTaken = (candidate: string): boolean => taken.some((each) => each.toLowerCase() === candidate.toLowerCase());
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) {
    const candidate = `${name} ${number}`;
    if (!isTaken(candidate)) return candidate;
  }
};

interface Service {
  readonly baseURL: string;
  /** If empty, the name is derived from the base URL. */
  readonly name: string;
}

const saveProfile = async (api: ConsoleApi, earlier: string | null, { baseURL, name }: Service, key: string) => {
  const { profiles } = await api.profiles.list({});
  const names = profiles.filter(({ id }) => id !== earlier).map((profile) => profile.name);
  const draft = {
    name: freeName(name.trim() || (nameOfHost(baseURL) ?? 'New profile'), names),
    environment: keyKindOf(key) === 'test' ? ('test' as const) : ('production' as const),
    baseURL,
  };
  if (earlier === null || !profiles.some(({ id }) => id === earlier)) return api.profiles.add(draft);
  return (await api.profiles.edit({ id: earlier, changes: draft })).profile;
};

/**
 * Connects an organization: adds its profile, checks and stores the key, and activates the profile. Undoes all steps if
 * one fails. Exception: a slow keychain may still store the key, so the profile stays for the next attempt.
 */
const useConnect = (onConnected: (connected: { readonly name: string; readonly latencyMs: number }) => void) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const pendingProfileId = useRef<string | null>(null);
  const keyRef = useRef<HTMLInputElement>(null);
  const action = useAction(async (signal, service: Service, storage: KeyView['storage']) => {
    const field = keyRef.current;
    if (!field) return;
    const { id, name } = await saveProfile(api, pendingProfileId.current, service, field.value);
    pendingProfileId.current = id;
    try {
      const { latencyMs } = await api.apiKey.set(
        { profileId: id, key: field.value, storage, replace: true },
        { signal },
      );
      field.value = '';
      pendingProfileId.current = null;
      await api.profiles.switch({ id });
      await api.settings.change({ welcomeBannerClosed: true });
      void readServiceAgain(client);
      onConnected({ name, latencyMs });
    } catch (thrown) {
      if (pendingProfileId.current === id && appErrorOf(thrown).code !== 'keychain_slow') {
        pendingProfileId.current = null;
        await api.profiles.remove({ id });
      }
      throw thrown;
    }
  });
  return { keyRef, connect: action.run, busy: action.busy, error: action.error, forgetError: action.forgetError };
};

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

type KeyKind = 'production' | 'test' | 'other';

/** Null until the key is long enough to tell. */
const kindOfTyped = (key: string): KeyKind | null =>
  keyKindOf(key) ?? (key.trim().length < minKeyLength ? null : 'other');

const KeyHelp = ({ kind }: { readonly kind: KeyKind | null }) => {
  if (kind === null) {
    return (
      <span>
        Keys that start with <code className="mono">{brand.productionKeyPrefix}</code> are production keys.
      </span>
    );
  }
  return (
    <span className="wrap gap-6 row">
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
  const [hasKey, setHasKey] = useState(false);
  const [kind, setKind] = useState<KeyKind | null>(null);
  const addressRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) addressRef.current?.focus();
  }, [takesFocus]);
  const { keyRef, connect, busy, error, forgetError } = useConnect(({ name, latencyMs }) => {
    showToast(`Connected to ${name}, responded in ${durationText(latencyMs)}`, 'done');
    void navigate({ to: '/migrations' });
  });
  const obstacle = baseURL.trim() === '' ? 'Enter the base URL first' : hasKey ? null : 'Paste the key first';

  const submit = (storage: KeyView['storage']): void => {
    if (obstacle === null) void connect({ baseURL: baseURL.trim(), name: profileName }, storage);
    else (baseURL.trim() === '' ? addressRef : keyRef).current?.focus();
  };
  const isAddressError = error !== null && addressErrorCodes.has(error.code);
  const isKeychainError = error !== null && isKeychainFailure(error);
  const problem = error ? keyProblemText(error) : null;

  return (
    <section className="welcome-card stack" aria-labelledby="connect-title">
      <h2 className="row gap-12" id="connect-title">
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
          autoCapitalize="off"
          inputRef={addressRef}
          value={baseURL}
          onText={(text) => {
            setBaseURL(text);
            forgetError();
          }}
          problem={isAddressError ? problem : null}
        />
        <KeyField
          inputRef={keyRef}
          labelNote={isKeychainError ? 'kept for this session' : 'stored in your system keychain, if available'}
          onEdit={({ value }) => {
            setHasKey(value.trim() !== '');
            setKind(kindOfTyped(value));
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
          onText={setProfileName}
        />
        {isKeychainError ? (
          <p className="connect-keychain">
            <Info size={14} className="text-partial" aria-hidden="true" />
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

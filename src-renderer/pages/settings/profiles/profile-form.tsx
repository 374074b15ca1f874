import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Anchor, Box, FlaskConical, CircleCheck, CircleX, PlugZap } from 'lucide-react';
import { useRef, useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { maxNameLength } from '#shared/name-length.ts';
import type { ProfileView, ConnectionTest } from '#shared/console-contract/profiles-calls.ts';
import { useConsole } from '../../../api/console-api.ts';
import { readServiceAgain } from '../../../api/profiles.ts';
import { proposedService, useRequest } from '../../../components/console-requests.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { Segments, type Segment } from '#ui/controls/segments.tsx';
import { Form, Tick } from '#ui/controls/form.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { changesOf, ColourChoice, removesKey, fieldsOf, type ProfileFields } from './profile-fields.tsx';
import { durationText } from '#ui/values/times.tsx';

interface ConnectionCheckProps {
  readonly profile: ProfileView;
  readonly isDirty: boolean;
}

const sentence = ({ latencyMs, serviceVersion }: ConnectionTest): string =>
  `Responded in ${durationText(latencyMs)}.${serviceVersion === null ? '' : ` Service version ${serviceVersion}.`}`;

const ConnectionCheck = ({ profile, isDirty }: ConnectionCheckProps) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const [connectionTest, setConnectionTest] = useState<ConnectionTest | null>(null);
  const { run, busy, error } = useAction(async (signal) => {
    setConnectionTest(null);
    setConnectionTest(await api.profiles.test({ id: profile.id }, { signal }));
    if (profile.key?.refused) void readServiceAgain(client);
  });
  const words = error ? describeAppError(error) : null;
  const checkObstacle = isDirty ? 'Save the changes first' : profile.key ? null : 'The profile has no key yet';
  return (
    <>
      <div className="address-check">
        <Button icon={PlugZap} busy={busy} disabledBecause={checkObstacle} onPress={() => void run()}>
          Test connection
        </Button>
      </div>
      <output className="address-result note">
        {connectionTest && !isDirty ? (
          <span className="tone-good">
            <CircleCheck size={14} aria-hidden="true" />
            {sentence(connectionTest)}
          </span>
        ) : null}
        {words && error && !isDirty ? (
          <span className="found-bad text-danger">
            <CircleX size={14} aria-hidden="true" />
            <span>
              {words.title}. {words.text}
              {error.detail === undefined ? null : <span className="mono"> {error.detail}</span>}
            </span>
          </span>
        ) : null}
      </output>
    </>
  );
};

const environments: readonly Segment<ProfileView['environment']>[] = [
  { value: 'production', label: 'Production', icon: Anchor },
  { value: 'test', label: 'Test', icon: FlaskConical },
  { value: 'sandbox', label: 'Sandbox', icon: Box },
];

const environmentHelp: Record<ProfileView['environment'], string> = {
  production: 'The console asks for confirmation before it creates data.',
  test: 'A separate organization for development.',
  sandbox: 'A service you run yourself.',
};

/** Edits a profile, or creates one for null. Saves all fields together, so the console never calls a half-typed URL. */
export const ProfileForm = ({ profile }: { readonly profile: ProfileView | null }) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const navigate = useNavigate();
  const savedFields = fieldsOf(profile);
  const [editedFields, setEditedFields] = useState<Partial<ProfileFields>>({});
  const fields = { ...savedFields, ...editedFields };
  const changes = changesOf(savedFields, fields);
  const isDirty = Object.keys(changes).length > 0;
  const isLocked = (profile?.lockedFields.length ?? 0) > 0;
  const nameRef = useRef<HTMLInputElement>(null);
  const addressRef = useRef<HTMLInputElement>(null);

  const { run, busy, error, forgetError } = useAction(async () => {
    if (profile === null) {
      const { name, baseURL, environment, colour, readOnly } = fields;
      const draft = { name: name.trim(), baseURL: baseURL.trim(), environment, readOnly };
      const { id } = await api.profiles.add({ ...draft, ...(colour === undefined ? {} : { colour }) });
      await navigate({ to: '/settings', search: { profile: id } });
      return;
    }
    const { keyDropped } = await api.profiles.edit({ id: profile.id, changes });
    setEditedFields({});
    void readServiceAgain(client);
    showToast(keyDropped ? 'Saved. Enter the key for the new base URL.' : 'Saved', keyDropped ? 'note' : 'done');
  });
  const edit = (next: Partial<ProfileFields>): void => {
    setEditedFields((before) => ({ ...before, ...next }));
    forgetError();
  };
  useRequest(proposedService, profile === null, ({ profile: name, baseURL, environment }) =>
    edit({ name, environment, baseURL: baseURL ?? '' }),
  );
  const onSubmit = (): void => {
    if (fields.name.trim() === '') nameRef.current?.focus();
    else if (fields.baseURL.trim() === '') addressRef.current?.focus();
    else void run();
  };
  const words = error ? describeAppError(error) : null;
  const isNameError = error?.code === 'invalid_profile' && /named/.test(error.detail ?? '');
  const problem = error && words ? (error.detail ?? `${words.title}. ${words.text}`) : null;

  return (
    <Form className="profile-form" aria-labelledby="profile-title" onSubmit={onSubmit}>
      <h2 id="profile-title">{profile ? 'Profile' : 'New profile'}</h2>
      <p className="settings-help note">
        {isLocked
          ? "Your administrator manages this profile. You can't change it."
          : 'A profile is one base URL with one key.'}
      </p>
      <div className="profile-row">
        <TextField
          label="Name"
          inputRef={nameRef}
          value={fields.name}
          maxLength={maxNameLength}
          readOnly={isLocked}
          autoComplete="off"
          onText={(name) => edit({ name })}
          problem={isNameError ? problem : null}
        />
        <ColourChoice
          value={fields.colour}
          isProduction={fields.environment === 'production'}
          onChange={(colour) => edit({ colour })}
        />
      </div>
      <div className="address-row">
        <TextField
          label="Base URL"
          mono
          inputRef={addressRef}
          inputMode="url"
          placeholder="https://"
          value={fields.baseURL}
          readOnly={isLocked}
          autoCapitalize="off"
          onText={(baseURL) => edit({ baseURL })}
          problem={isNameError ? null : problem}
          help={
            removesKey(profile, fields.baseURL)
              ? 'A key belongs to one base URL. For the new base URL, enter the key again.'
              : null
          }
        />
        {profile ? <ConnectionCheck profile={profile} isDirty={isDirty} /> : null}
      </div>
      <div className="environment-choice stack">
        <span id="environment-title" className="settings-label label">
          Environment
        </span>
        <Segments
          labelledBy="environment-title"
          segments={environments}
          value={fields.environment}
          disabled={isLocked}
          onChange={(environment) => edit({ environment })}
        />
        <p className="settings-note note">{environmentHelp[fields.environment]}</p>
      </div>
      <Tick
        className="settings-tick"
        checked={fields.readOnly}
        disabled={isLocked}
        onChange={(readOnly) => edit({ readOnly })}
      >
        <span>
          Read-only
          <span className="settings-note note">Read-only: the console sends no changes to this service.</span>
        </span>
      </Tick>
      <output className="visually-hidden">{problem ?? ''}</output>
      {profile === null || isDirty ? (
        <div className="settings-actions row">
          <Button type="submit" variant="primary" disabledBecause={busy ? 'Saving the profile' : null}>
            {profile ? 'Save changes' : 'Add profile'}
          </Button>
          <Button
            onPress={() =>
              profile ? setEditedFields({}) : void navigate({ to: '/settings', search: {}, replace: true })
            }
          >
            {profile ? 'Discard' : 'Cancel'}
          </Button>
          {profile ? null : <span className="settings-note note">You'll add the API key next.</span>}
        </div>
      ) : null}
    </Form>
  );
};

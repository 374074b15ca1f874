import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { useConsole } from '../../api/console-api.ts';
import { readServiceAgain } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { CheckList } from './self-check-section.tsx';
import { useSelfCheck } from '../../api/settings.ts';
import { useEditedProfile } from './profiles/profile-section.tsx';
import { SettingsError } from './settings-error.tsx';

interface Fields {
  readonly caFile: string;
  readonly parameter: string;
}

const NetworkForm = ({ profile }: { readonly profile: ProfileView }) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const savedFields: Fields = { caFile: profile.caFile ?? '', parameter: profile.companiesPageSizeParameter };
  const [editedFields, setEditedFields] = useState<Partial<Fields>>({});
  const { caFile, parameter } = { ...savedFields, ...editedFields };
  const isDirty = caFile.trim() !== savedFields.caFile || parameter.trim() !== savedFields.parameter;
  const isLocked = profile.lockedFields.length > 0;
  const { run, busy, error, forgetError } = useAction(async () => {
    const changes = {
      caFile: caFile.trim() === '' ? null : caFile.trim(),
      companiesPageSizeParameter: parameter.trim(),
    };
    await api.profiles.edit({ id: profile.id, changes });
    setEditedFields({});
    void readServiceAgain(client);
    showToast('Saved', 'done');
  });
  const edit = (next: Partial<Fields>): void => {
    setEditedFields((before) => ({ ...before, ...next }));
    forgetError();
  };
  const words = error ? describeAppError(error) : null;
  const problem = error && words ? (error.detail ?? `${words.title}. ${words.text}`) : null;
  const isParameterError = error?.code === 'invalid_arguments';
  return (
    <Form
      className="network-form"
      aria-labelledby="network-profile-title"
      onSubmit={() => {
        if (isDirty) void run();
      }}
    >
      <h2 id="network-profile-title">{profile.name}</h2>
      <p className="settings-help note">Settings for this profile's base URL.</p>
      <TextField
        label="CA file"
        labelNote="optional"
        mono
        value={caFile}
        readOnly={isLocked}
        placeholder="/etc/ssl/company-ca.pem"
        onText={(text) => edit({ caFile: text })}
        problem={isParameterError ? null : problem}
        help="Path of a PEM file with your company's certificate authorities, in addition to the system's."
      />
      <TextField
        label="Page-size parameter for companies"
        mono
        value={parameter}
        readOnly={isLocked}
        maxLength={40}
        onText={(text) => edit({ parameter: text })}
        problem={isParameterError ? 'A parameter name can contain letters, digits, "_", "." and "-".' : null}
        help="The specification doesn't name this parameter. Change it if the service uses another name."
      />
      <output className="visually-hidden">{problem ?? ''}</output>
      {isDirty ? (
        <div className="settings-actions row">
          <Button type="submit" variant="primary" disabledBecause={busy ? 'Saving the profile' : null}>
            Save changes
          </Button>
          <Button onPress={() => setEditedFields({})}>Discard</Button>
        </div>
      ) : null}
    </Form>
  );
};

export const NetworkSection = ({ id }: { readonly id: string | undefined }) => {
  const profile = useEditedProfile(id);
  const query = useSelfCheck();
  const items = query.data?.items.filter(({ group }) => group === 'network') ?? [];
  return (
    <div className="settings-section">
      <section aria-labelledby="network-title">
        <h2 id="network-title">This device</h2>
        <p className="settings-help note">
          Proxy and certificates come from the system. Certificate checks can't be turned off.
        </p>
        {items.length > 0 ? <CheckList items={items} /> : null}
        <SettingsError read={query} />
      </section>
      {profile && !profile.builtIn ? <NetworkForm key={profile.id} profile={profile} /> : null}
    </div>
  );
};

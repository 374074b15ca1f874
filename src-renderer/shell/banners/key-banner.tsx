import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { isFocusTaken, useLentFocus } from '#ui/keys/lent-focus.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { KeyField, keyProblemText, maskedKey, useKeyEntry } from '../../components/key-entry/key-entry.tsx';
import './key-banner.css';
import { Form } from '#ui/controls/form.tsx';

type Profile = ConsoleState['profile'];

const wordsFor = ({ name, key }: Profile) =>
  key
    ? {
        title: `The key ${maskedKey(key.lastFour)} was rejected.`,
        text: 'The key may have been revoked. Auto-refresh is paused. Enter a new key to continue.',
        label: 'New API key',
        placeholder: 'Paste the new key',
        verb: 'Check and replace',
      }
    : {
        title: `${name} has no key yet.`,
        text: 'Paste a key from the dashboard. The console checks the key before it stores it.',
        label: 'API key',
        placeholder: 'Paste the key',
        verb: 'Check and store',
      };

interface KeyBannerProps {
  readonly profile: Profile;
  /** True if another form on the page asks for the same key. The hidden banner keeps its input. */
  readonly hidden: boolean;
}

export const KeyBanner = ({ profile, hidden }: KeyBannerProps) => {
  const { title, text, label, placeholder, verb } = wordsFor(profile);
  const { fieldRef, submit, busy, error, canKeepForSession } = useKeyEntry({
    profileId: profile.id,
    replace: profile.key !== null,
    onStored: ({ warning }) => showToast(warning ?? 'The key was accepted', warning ? 'note' : 'done'),
  });
  const bannerRef = useRef<HTMLElement>(null);
  useLentFocus(bannerRef);
  const takesFocus = profile.key !== null && !hidden;
  useEffect(() => {
    if (takesFocus && !isFocusTaken()) fieldRef.current?.focus();
  }, [fieldRef, takesFocus]);
  return (
    <section
      ref={bannerRef}
      className="key-banner"
      hidden={hidden}
      aria-label="Key needed"
      data-tone={profile.key ? 'danger' : 'info'}
    >
      <KeyRound size={16} aria-hidden="true" />
      <div className="grow">
        <output className="key-banner-text">
          <strong>{title}</strong> {text}
        </output>
        <Form onSubmit={submit}>
          <KeyField
            inputRef={fieldRef}
            label={label}
            placeholder={placeholder}
            problem={error ? keyProblemText(error) : null}
          />
          {canKeepForSession ? <Button onPress={() => submit('session')}>Keep for this session</Button> : null}
          <Button type="submit" variant="primary" disabledBecause={busy ? 'Checking the key' : null}>
            {busy ? 'Checking the key' : verb}
          </Button>
        </Form>
      </div>
    </section>
  );
};

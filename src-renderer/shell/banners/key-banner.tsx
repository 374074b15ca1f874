import { KeyRound } from 'lucide-react';
import { useRef } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { useLentFocus } from '#ui/keys/lent-focus.ts';
import { maskedKey } from '../../components/key-entry/key-entry.tsx';
import { KeyForm } from '../../components/key-entry/key-form.tsx';
import './key-banner.css';

interface KeyBannerProps {
  readonly profile: ConsoleState['profile'];
  /** True if another form on the page asks for the same key. The hidden banner keeps its input. */
  readonly hidden: boolean;
}

export const KeyBanner = ({ profile, hidden }: KeyBannerProps) => {
  const { name, key } = profile;
  const bannerRef = useRef<HTMLElement>(null);
  useLentFocus(bannerRef);
  return (
    <section
      ref={bannerRef}
      className="key-banner"
      hidden={hidden}
      aria-label="Key needed"
      data-tone={key ? 'danger' : 'info'}
    >
      <KeyRound size={16} aria-hidden="true" />
      <div className="grow">
        <output className="key-banner-text">
          <strong>{key ? `The key ${maskedKey(key.lastFour)} was rejected.` : `${name} has no key yet.`}</strong>{' '}
          {key
            ? 'The key may have been revoked. Auto-refresh is paused. Enter a new key to continue.'
            : 'Paste a key from the dashboard. The console checks the key before it stores it.'}
        </output>
        <KeyForm profile={profile} takesFocus={key !== null && !hidden} />
      </div>
    </section>
  );
};

import { Ban, CircleSlash, HourglassIcon, KeyRound, Lock, type LucideIcon } from 'lucide-react';
import { brand } from '#shared/brand.ts';
import type { KeyState, KeyView } from '#shared/console-contract/api-key-calls.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { maskedKey } from '../../../components/key-entry/key-entry.tsx';

interface KeyCardContent {
  readonly icon: LucideIcon;
  readonly tone: 'good' | 'attention' | 'bad' | 'neutral';
  readonly title: string;
  readonly text: string;
  /** The recommended action. Null for a readable key, which has its own buttons. */
  readonly action: 'again' | 'stop' | 'add' | null;
}

const keychainContents: Record<Exclude<KeyState['keychain']['state'], 'ok'>, KeyCardContent> = {
  locked: {
    icon: Lock,
    tone: 'attention',
    title: 'Keychain is locked',
    text: 'The key is safe. Unlock the keychain, then try again.',
    action: 'again',
  },
  slow: {
    icon: HourglassIcon,
    tone: 'attention',
    title: 'Keychain is slow',
    text: "No response for 5 s. Look for a window that asks for the keychain's password. The rest of the console works.",
    action: 'again',
  },
  denied: {
    icon: Ban,
    tone: 'bad',
    title: 'Keychain access denied',
    text: "Allow Ferry Console in your keychain's settings, then try again.",
    action: 'again',
  },
  unavailable: {
    icon: CircleSlash,
    tone: 'neutral',
    title: 'No keychain available',
    text: "This device can't store keys. You can keep a key until you quit.",
    action: 'add',
  },
};

const prefixText = ({ prefix }: KeyView, environment: ProfileView['environment']): string => {
  if (environment === 'production') {
    return prefix === brand.productionKeyPrefix
      ? `Starts with ${prefix}, the prefix of production keys.`
      : `Doesn't start with ${brand.productionKeyPrefix}, the prefix of production keys.`;
  }
  if (prefix === brand.productionKeyPrefix) return `Starts with ${prefix}, so this is a production key.`;
  return prefix === null ? '' : `Starts with ${prefix}.`;
};

const storedKeyContent = (key: KeyView, environment: ProfileView['environment'], storedOn: string): KeyCardContent => {
  const ends = `ends ${maskedKey(key.lastFour)}`;
  const storedText = `${key.storage === 'keychain' ? 'Stored' : 'Entered'} on ${storedOn}.`;
  if (key.refused) {
    return {
      icon: KeyRound,
      tone: 'bad',
      title: `Rejected, ${ends}`,
      text: `The service rejected the key, so the console no longer uses it. The key may have been revoked. ${storedText}`,
      action: null,
    };
  }
  return {
    icon: KeyRound,
    tone: key.storage === 'keychain' ? 'good' : 'attention',
    title: key.storage === 'keychain' ? `Stored in the keychain, ${ends}` : `Stored for this session, ${ends}`,
    text: [prefixText(key, environment), storedText].filter((part) => part !== '').join(' '),
    action: null,
  };
};

const noKey: KeyCardContent = {
  icon: KeyRound,
  tone: 'neutral',
  title: 'No key yet',
  text: 'Paste a key from the dashboard. The console checks the key before it stores it.',
  action: 'add',
};

/** @param waiting true if the keychain hasn't responded for some time */
export function keyCardContent(
  profile: Pick<ProfileView, 'key' | 'environment'>,
  state: KeyState | undefined,
  waiting: boolean,
  storedOn: string,
): KeyCardContent {
  const key = state ? state.key : profile.key;
  if (waiting && key?.storage !== 'session') {
    const text = 'Still waiting. The rest of the console works.';
    return { ...keychainContents.slow, text, action: 'stop' };
  }
  if (key?.storage === 'session') return storedKeyContent(key, profile.environment, storedOn);
  if (state?.lost) {
    return {
      ...noKey,
      tone: 'attention',
      title: 'The key is missing',
      text: 'The key is no longer in the keychain. Enter it again.',
    };
  }
  if (state && state.keychain.state !== 'ok') return keychainContents[state.keychain.state];
  return key ? storedKeyContent(key, profile.environment, storedOn) : noKey;
}

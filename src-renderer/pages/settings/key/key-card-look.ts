import { Ban, CircleSlash, HourglassIcon, KeyRound, Lock, type LucideIcon } from 'lucide-react';
import { brand } from '#shared/brand.ts';
import type { KeyState, KeyView } from '#shared/console-contract/api-key-calls.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { maskedKey } from '../../../components/key-entry/use-key-entry.ts';

/** What the key card says: one look for each state of the keychain, and of the key. */
interface KeyCardLook {
  readonly icon: LucideIcon;
  readonly tone: 'good' | 'attention' | 'bad' | 'neutral';
  readonly title: string;
  readonly text: string;
  /** The one way on; the key's own buttons stand beside a key that can be read. */
  readonly action: 'again' | 'stop' | 'add' | null;
}

const keychainLooks: Record<Exclude<KeyState['keychain']['state'], 'ok'>, KeyCardLook> = {
  locked: {
    icon: Lock,
    tone: 'attention',
    title: 'Keychain is locked',
    text: 'The key is safe but cannot be read yet. Unlock the keyring, then try again.',
    action: 'again',
  },
  slow: {
    icon: HourglassIcon,
    tone: 'attention',
    title: 'Keychain is slow',
    text: 'No answer for 5 s; the rest of the console works. Look for a window that asks for its password.',
    action: 'again',
  },
  denied: {
    icon: Ban,
    tone: 'bad',
    title: 'Access was denied',
    text: 'The keychain refused. Allow Ferry Console in the keychain and try again.',
    action: 'again',
  },
  unavailable: {
    icon: CircleSlash,
    tone: 'neutral',
    title: 'No keychain here',
    text: 'Keys cannot be stored on this computer. You can keep one until you quit.',
    action: 'add',
  },
};

const prefixText = ({ prefix }: KeyView, environment: ProfileView['environment']): string => {
  if (environment === 'production') {
    return prefix === brand.productionKeyPrefix
      ? `Starts with ${prefix}, as production needs.`
      : `Does not start with ${brand.productionKeyPrefix}, as production keys do.`;
  }
  if (prefix === brand.productionKeyPrefix) return `Starts with ${prefix}: this is a production key.`;
  return prefix === null ? '' : `Starts with ${prefix}.`;
};

const keyLook = (key: KeyView, environment: ProfileView['environment'], storedOn: string): KeyCardLook => {
  const ends = `ends ${maskedKey(key.lastFour)}`;
  const stored = `${key.storage === 'keychain' ? 'Stored' : 'Entered'} on ${storedOn}.`;
  if (key.refused) {
    return {
      icon: KeyRound,
      tone: 'bad',
      title: `Not accepted, ${ends}`,
      text: `The service refused it; nothing more is sent with it. It may have been revoked. ${stored}`,
      action: null,
    };
  }
  return {
    icon: KeyRound,
    tone: key.storage === 'keychain' ? 'good' : 'attention',
    title: key.storage === 'keychain' ? `Stored in the keychain, ${ends}` : `Kept for this session, ${ends}`,
    text: [prefixText(key, environment), stored].filter((part) => part !== '').join(' '),
    action: null,
  };
};

const noKey: KeyCardLook = {
  icon: KeyRound,
  tone: 'neutral',
  title: 'No key yet',
  text: 'Paste a key from the dashboard. It is checked before it is stored.',
  action: 'add',
};

/** @param waiting the keychain was asked and has not answered for a while */
export function keyCardLook(
  profile: Pick<ProfileView, 'key' | 'environment'>,
  state: KeyState | undefined,
  waiting: boolean,
  storedOn: string,
): KeyCardLook {
  const key = state ? state.key : profile.key;
  if (waiting && key?.storage !== 'session') {
    const text = 'Still waiting; the rest of the console works.';
    return { ...keychainLooks.slow, text, action: 'stop' };
  }
  if (key?.storage === 'session') return keyLook(key, profile.environment, storedOn);
  if (state?.lost) {
    return {
      ...noKey,
      tone: 'attention',
      title: 'The key is gone',
      text: 'The keychain has it no more. Enter it again.',
    };
  }
  if (state && state.keychain.state !== 'ok') return keychainLooks[state.keychain.state];
  return key ? keyLook(key, profile.environment, storedOn) : noKey;
}

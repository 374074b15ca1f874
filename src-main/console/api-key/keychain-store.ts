import { missingKeychainLibrary } from '#shared/missing-keychain-library.ts';
import type { SecretResult, SecretStore, SecretStoreFailure } from '../ports/secret-store.ts';

const maxCharacters = 200;

const failurePatterns: readonly (readonly [Exclude<SecretStoreFailure['state'], 'slow'>, RegExp])[] = [
  ['denied', /rejected send|access ?denied|access is denied|not authori[sz]ed|permission denied|apparmor/i],
  ['denied', /cancell?ed the operation|dismissed|passphrase you entered is not correct/i],
  ['locked', /locked|user interaction is not allowed|no UI possible/i],
];

/** keytar's error when libsecret is missing: most desktops have libsecret, most servers don't. */
const loadErrorPattern = /failed to load keytar native addon/i;
/** libsecret's errors when the session has no D-Bus or no Secret Service. */
const noKeychainService =
  /autolaunch d-bus|dbus-launch|could not connect: (?:no such file|connection refused)|org\.freedesktop\.secrets was not provided/i;
const unavailable = (detail: string): SecretStoreFailure => ({ ok: false, state: 'unavailable', detail });

export function readKeychainError(error: unknown): SecretStoreFailure {
  const detail = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, maxCharacters);
  if (process.platform === 'linux' && loadErrorPattern.test(detail)) return unavailable(missingKeychainLibrary);
  if (noKeychainService.test(detail)) {
    return unavailable(
      'No keychain service is running in this session. Start GNOME Keyring, KWallet or another Secret Service.',
    );
  }
  const match = failurePatterns.find(([, pattern]) => pattern.test(detail));
  return { ok: false, state: match?.[0] ?? 'unavailable', detail };
}

export interface Keychain {
  readonly getPassword: (service: string, account: string) => Promise<string | null>;
  readonly setPassword: (service: string, account: string, secret: string) => Promise<void>;
  readonly deletePassword: (service: string, account: string) => Promise<boolean>;
}

interface KeychainStorePorts {
  /** Loads the native module. Called at the first use, and again after a failure. */
  readonly load: () => Promise<Keychain>;
  readonly service: string;
  readonly deadlineMs?: number | undefined;
}

export interface KeychainStore extends SecretStore {
  /** True while a call is in progress. The process can't exit before the system has responded. */
  readonly isWaiting: () => boolean;
}

/**
 * Creates the store over the system's keychain. Each call blocks a libuv thread until the system responds, and four
 * calls to a frozen keyring would stop all file access. So only one call runs at a time. After the deadline of that
 * call, later calls return `slow` immediately until it ends.
 */
export function createKeychainStore({ load, service, deadlineMs = 5_000 }: KeychainStorePorts): KeychainStore {
  const slowFailure: SecretStoreFailure = {
    ok: false,
    state: 'slow',
    detail: `The keychain didn't respond within ${deadlineMs / 1000} s.`,
  };
  let running: Promise<unknown> | null = null;
  let isStuck = false;
  let keychain: Keychain | null = null;

  const start = <Value>(use: (keychain: Keychain) => Promise<Value>): Promise<SecretResult<Value>> => {
    const call = (async (): Promise<SecretResult<Value>> => {
      try {
        keychain ??= await load();
        return { ok: true, value: await use(keychain) };
      } catch (error) {
        return readKeychainError(error);
      }
    })();
    running = call.finally(() => {
      running = null;
      isStuck = false;
    });
    return call;
  };

  const run = async <Value>(use: (keychain: Keychain) => Promise<Value>): Promise<SecretResult<Value>> => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), deadlineMs);
    });
    try {
      for (let runningCall = running; runningCall; runningCall = running) {
        if (isStuck || (await Promise.race([runningCall, timeout])) === 'late') return slowFailure;
      }
      const outcome = await Promise.race([start(use), timeout]);
      if (outcome !== 'late') return outcome;
      isStuck = running !== null;
      return slowFailure;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    get: (account) => run((open) => open.getPassword(service, account)),
    set: (account, secret) =>
      run(async (open) => {
        await open.setPassword(service, account, secret);
        return null;
      }),
    delete: (account) => run((open) => open.deletePassword(service, account)),
    isWaiting: () => running !== null,
  };
}

import type { Session, WebContents, WebPreferences } from 'electron';
import { guardDownloads } from './download-guard.ts';

/** What the modal lab lets a guest be. */
export interface GuestPolicy {
  /** The in-memory partition of this lab; never one that starts with `persist:`. */
  readonly partition: string;
  /** Exact origins that the guest may load: the lab, the service, the modal. */
  readonly origins: readonly string[];
}

/** What a `<webview>` asks for when it attaches. */
export type GuestRequest = Readonly<Record<string, string>>;

const originOf = (address: string | undefined): string | null => {
  try {
    const { origin, protocol, username, password } = new URL(address ?? '');
    const isWeb = protocol === 'https:' || protocol === 'http:';
    return isWeb && username === '' && password === '' ? origin : null;
  } catch {
    return null;
  }
};

export const mayLoad = (address: string | undefined, { origins }: GuestPolicy): boolean => {
  const origin = originOf(address);
  return origin !== null && origins.includes(origin);
};

/**
 * Decides about a guest. Where it may attach, its preferences are set to the strict ones, whatever it asked for.
 * @returns whether it may attach
 */
export function admitGuest(preferences: WebPreferences, params: GuestRequest, policy: GuestPolicy | null): boolean {
  if (!policy || policy.partition.startsWith('persist:') || params['partition'] !== policy.partition) return false;
  if (!mayLoad(params['src'], policy)) return false;
  for (const name of Object.keys(preferences)) delete (preferences as Record<string, unknown>)[name];
  Object.assign(preferences, {
    partition: policy.partition,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    disableDialogs: true,
  } satisfies WebPreferences);
  return true;
}

/**
 * Lets a guest into the console's window only where the lab's policy has a place for it, and keeps it there.
 * @param policyNow the policy of the open lab, or null while none is open
 * @see https://www.electronjs.org/docs/latest/tutorial/security 12: verify webview options before creation
 */
export function guardGuests(contents: WebContents, policyNow: () => GuestPolicy | null): void {
  contents.on('will-attach-webview', (event, preferences, params) => {
    if (!admitGuest(preferences, params, policyNow())) event.preventDefault();
  });
  contents.on('did-attach-webview', (_event, guest) => {
    const stay = (event: Electron.Event, url: string) => {
      const policy = policyNow();
      if (!policy || !mayLoad(url, policy)) event.preventDefault();
    };
    guest.on('will-navigate', (event) => stay(event, event.url));
    guest.on('will-redirect', (event) => stay(event, event.url));
    guest.setWindowOpenHandler(() => ({ action: 'deny' }));
    closeSession(guest.session);
  });
}

function closeSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  guardDownloads(session);
}

import type { Session, WebContents, WebPreferences } from 'electron';
import { preventLeaving } from './navigation-guard.ts';
import { pageIsolation } from './page-isolation.ts';
import { guardSession } from './session-guard.ts';

export interface LabGuests {
  /** Returns the exact origins that a guest of this partition may load. Null if the partition has no lab. */
  readonly guestOrigins: (partition: string) => readonly string[] | null;
  /** Returns the only origins that any request of a guest may reach. Null if the network isn't limited. */
  readonly limitedTo: () => readonly string[] | null;
  readonly guestCrashed: (partition: string, reason: string) => void;
}

export interface GuestPolicy {
  /** The lab's in-memory partition. Must not start with `persist:`, because Electron stores such partitions on disk. */
  readonly partition: string;
  /** Exact origins that the guest may load: the lab, the service, the modal. */
  readonly origins: readonly string[];
}

/**
 * Whether a guest's request is allowed. Pages and frames must be on the guest's allowed origins; if the network is
 * limited, so must every other request.
 */
export const mayRequest = (
  { resourceType, url }: { readonly resourceType: string; readonly url: string },
  isAllowed: (url: string) => boolean,
  isLimited: boolean,
): boolean => isAllowed(url) || (!isLimited && resourceType !== 'mainFrame' && resourceType !== 'subFrame');

type GuestRequest = Readonly<Record<string, string>>;

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

const loopbackName = /^(?:localhost|127\.0\.0\.1)$/;

/** Whether this is a sample provider's sign-in page: on a loopback host and an allowed port. */
export const isLoginWindow = (address: string, { origins }: GuestPolicy): boolean => {
  if (!/^http:\/\/(?:localhost|127\.0\.0\.1):\d{1,5}\/modal-login\/[\w-]{43}$/.test(address)) return false;
  const { port } = new URL(address);
  return origins.some((origin) => {
    const { protocol, hostname, port: own } = new URL(origin);
    return protocol === 'http:' && loopbackName.test(hostname) && own === port;
  });
};

/** Forces strict preferences. Returns whether the guest may attach. */
export function admitGuest(preferences: WebPreferences, params: GuestRequest, policy: GuestPolicy | null): boolean {
  if (!policy || policy.partition.startsWith('persist:') || params['partition'] !== policy.partition) return false;
  if (!mayLoad(params['src'], policy)) return false;
  for (const name of Object.keys(preferences)) delete (preferences as Record<string, unknown>)[name];
  Object.assign(preferences, {
    ...pageIsolation,
    partition: policy.partition,
    webviewTag: false,
    plugins: false,
    disableDialogs: true,
    // Keeps the guest running while the user views another page.
    backgroundThrottling: false,
  } satisfies WebPreferences);
  return true;
}

/** Sessions that were already secured. Several labs use the same partition, one after another. */
const closedSessions = new WeakSet<Session>();

/**
 * Admits guests only for an open lab (Electron security 12: verify webview options before creation). `openLogin` opens
 * a sample provider's sign-in page in the user's browser, because guests can't open another window.
 */
export function guardGuests(
  contents: WebContents,
  labs: () => LabGuests | null,
  sessionOf: (partition: string) => Session,
  openLogin: (address: string) => void,
  onCrash: (reason: string) => void,
): void {
  const policyOf = (partition: string): GuestPolicy | null => {
    const origins = labs()?.guestOrigins(partition);
    return origins ? { partition, origins } : null;
  };
  const admittedPartitions = new Set<string>();
  contents.on('will-attach-webview', (event, preferences, params) => {
    const partition = params['partition'] ?? '';
    if (!admitGuest(preferences, params, policyOf(partition))) return event.preventDefault();
    admittedPartitions.add(partition);
  });
  contents.on('did-attach-webview', (_event, guest) => {
    const partition =
      [...admittedPartitions].find((admittedPartition) => sessionOf(admittedPartition) === guest.session) ?? '';
    const isAllowed = (url: string): boolean => {
      const policy = policyOf(partition);
      return policy !== null && mayLoad(url, policy);
    };
    preventLeaving(guest, isAllowed);
    // WebRTC bypasses the request filter.
    if (labs()?.limitedTo() !== null) guest.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    guest.setWindowOpenHandler(({ url }) => {
      const policy = policyOf(partition);
      if (policy !== null && labs()?.limitedTo() === null && isLoginWindow(url, policy)) openLogin(url);
      return { action: 'deny' };
    });
    guest.on('render-process-gone', (_gone, { reason }) => {
      if (reason === 'clean-exit') return;
      onCrash(reason);
      labs()?.guestCrashed(partition, reason);
    });
    closeSession(guest.session, isAllowed, () => labs()?.limitedTo() !== null);
  });
}

/** Denies permissions, devices and downloads. Limits documents and frames (or all requests) to the allowed origins. */
function closeSession(session: Session, isAllowed: (url: string) => boolean, isLimited: () => boolean): void {
  if (closedSessions.has(session)) return;
  closedSessions.add(session);
  guardSession(session, []);
  session.webRequest.onBeforeRequest((request, answer) => {
    answer({ cancel: !mayRequest(request, isAllowed, isLimited()) });
  });
}

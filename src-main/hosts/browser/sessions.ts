import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SessionRefusal } from '#shared/console-contract/session-refusals.ts';
import type { Clock } from '../../console/clock/clock.ts';

export const startTokenMs = 60_000;
const maxLinks = 1_000;

const newSecret = (): string => randomBytes(32).toString('base64url');
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const keyOf = (text: string): string => hash(text).toString('base64');
const matchesHash = (text: string, known: Buffer): boolean => timingSafeEqual(hash(text), known);

export interface OpenedSession {
  readonly cookie: string;
  readonly secret: string;
}

export interface IssueOptions {
  readonly keepsEarlier?: boolean;
  readonly onUsed?: () => void;
}

interface SessionsPorts {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly onSecondUse: () => void;
}

interface Link {
  until: number;
  opened: string | null;
  readonly onUsed: (() => void) | undefined;
}

/**
 * Controls access to the console. A start token works once, within a minute. Afterwards, each call needs both the
 * cookie and the secret, because browsers send 127.0.0.1 cookies to every port of this device. If a token is used
 * twice, one of the users may be an attacker, so the session ends.
 */
export function createSessions({ clock, onSecondUse }: SessionsPorts) {
  const links = new Map<string, Link>();
  const sessions = new Map<string, { readonly cookie: Buffer; readonly ended: AbortController }>();
  const isLive = ({ ended }: { readonly ended: AbortController }): boolean => !ended.signal.aborted;
  /** Whether a page of this browser has a session. The cookie alone doesn't grant access. */
  const knowsCookie = (cookie: string | undefined): cookie is string =>
    cookie !== undefined && [...sessions.values()].some((known) => isLive(known) && matchesHash(cookie, known.cookie));

  const endOpenedSession = (opened: string) => {
    const session = sessions.get(opened);
    if (!session || !isLive(session)) return;
    session.ended.abort();
    onSecondUse();
  };
  return {
    knowsCookie,
    issueStartToken: ({ keepsEarlier = false, onUsed }: IssueOptions = {}): string => {
      const token = newSecret();
      for (const link of links.values()) if (!keepsEarlier && link.opened === null) link.until = 0;
      links.set(keyOf(token), { until: clock.monotonic() + startTokenMs, opened: null, onUsed });
      const [oldest] = links.keys();
      if (links.size > maxLinks && oldest !== undefined) links.delete(oldest);
      return token;
    },
    open: (token: string, cookie: string | undefined): OpenedSession | SessionRefusal => {
      const link = links.get(keyOf(token));
      if (!link) return 'none';
      if (link.opened !== null) {
        endOpenedSession(link.opened);
        return 'link_used';
      }
      if (clock.monotonic() >= link.until) return 'link_expired';
      const cookieOrNew = knowsCookie(cookie) ? cookie : newSecret();
      const secret = newSecret();
      link.opened = keyOf(secret);
      sessions.set(link.opened, { cookie: hash(cookieOrNew), ended: new AbortController() });
      link.onUsed?.();
      return { cookie: cookieOrNew, secret };
    },
    find: (cookie: string | undefined, secret: string | undefined) => {
      if (cookie === undefined || secret === undefined) return 'none';
      const knownSession = sessions.get(keyOf(secret));
      if (!knownSession || !matchesHash(cookie, knownSession.cookie)) return 'none';
      return isLive(knownSession) ? { ended: knownSession.ended.signal } : 'ended';
    },
  };
}

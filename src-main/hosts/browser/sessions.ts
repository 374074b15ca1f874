import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const newSecret = (): string => randomBytes(32).toString('base64url');
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const same = (text: string, known: Buffer): boolean => timingSafeEqual(hash(text), known);

export interface OpenedSession {
  readonly cookie: string;
  readonly secret: string;
}

/**
 * Who may use the console. A start token is exchanged once; afterwards a call needs the cookie AND the secret, since a
 * cookie of 127.0.0.1 goes to every port of this computer and is no proof alone.
 */
export interface Sessions {
  /** A fresh start token; earlier ones that were not used end. */
  readonly issueStartToken: () => string;
  /** Takes a start token; null where it is wrong or used. A browser that has a cookie keeps it. */
  readonly open: (startToken: string, cookie: string | undefined) => OpenedSession | null;
  /** Whether a page of this browser has a session; no proof alone. */
  readonly knowsCookie: (cookie: string | undefined) => boolean;
  readonly isOpen: (cookie: string | undefined, secret: string | undefined) => boolean;
}

export function createSessions(): Sessions {
  let startToken: Buffer | null = null;
  /** Hash of the secret -> hash of the cookie that it belongs to. */
  const sessions = new Map<string, Buffer>();
  const knowsCookie = (cookie: string): boolean => [...sessions.values()].some((known) => same(cookie, known));
  return {
    knowsCookie: (cookie) => cookie !== undefined && knowsCookie(cookie),
    issueStartToken: () => {
      const token = newSecret();
      startToken = hash(token);
      return token;
    },
    open: (token, cookie) => {
      if (!startToken || !same(token, startToken)) return null;
      startToken = null;
      const kept = cookie !== undefined && knowsCookie(cookie) ? cookie : newSecret();
      const secret = newSecret();
      sessions.set(hash(secret).toString('base64'), hash(kept));
      return { cookie: kept, secret };
    },
    isOpen: (cookie, secret) => {
      if (cookie === undefined || secret === undefined) return false;
      const known = sessions.get(hash(secret).toString('base64'));
      return known !== undefined && same(cookie, known);
    },
  };
}

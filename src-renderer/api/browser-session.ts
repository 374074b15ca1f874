import { type SessionRefusal, sessionRefusals } from '#shared/console-contract/session-refusals.ts';
import { createPageSecret, type SecretStorage } from '#shared/page-secret.ts';

export interface SessionPage {
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string };
  readonly history: { replaceState(data: unknown, unused: string, url: string): void };
  readonly storage: SecretStorage;
  readonly fetch: typeof fetch;
}

const startTokenOf = (hash: string): string | null => /^#start=([\w.~-]+)$/.exec(hash)?.[1] ?? null;

export const refusalIn = (body: unknown): SessionRefusal => {
  const reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : null;
  return sessionRefusals.find((sessionRefusal) => sessionRefusal === reason) ?? 'none';
};

const exchange = async (page: SessionPage, token: string): Promise<{ secret: string } | SessionRefusal> => {
  const reply = await page
    .fetch('/session', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    .catch(() => null);
  const body: unknown = await reply?.json().catch(() => null);
  if (!reply?.ok) return refusalIn(body);
  if (typeof body !== 'object' || body === null || !('secret' in body)) return 'none';
  return typeof body.secret === 'string' ? { secret: body.secret } : 'none';
};

/**
 * Returns the secret of this tab's session with the browser host, or why there is none: from the one-time start token
 * in the URL, removed before it is sent, or from an earlier load of this tab.
 */
export const openBrowserSession = async (page: SessionPage): Promise<{ secret: string } | SessionRefusal> => {
  const pageSecret = createPageSecret(page.storage);
  const storedSecret = pageSecret.read();
  const token = startTokenOf(page.location.hash);
  if (token === null) return storedSecret === null ? 'none' : { secret: storedSecret };
  page.history.replaceState(null, '', `${page.location.pathname}${page.location.search}#/`);
  const openedReply = await exchange(page, token);
  // If the link's token is invalid, uses this tab's stored session. If that session has also ended, the host reports it.
  if (typeof openedReply === 'string') return storedSecret === null ? openedReply : { secret: storedSecret };
  pageSecret.keep(openedReply.secret);
  return openedReply;
};

export const forgetBrowserSession = (storage: SecretStorage): void => createPageSecret(storage).forget();

const storageKey = 'ferry-session';

/** What the start of a session touches of the page, so that tests bring their own. */
export interface SessionPage {
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string };
  readonly history: { replaceState(data: unknown, unused: string, url: string): void };
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly fetch: typeof fetch;
}

const startTokenOf = (hash: string): string | null => /^#start=([\w.~-]+)$/.exec(hash)?.[1] ?? null;

const exchange = async (page: SessionPage, token: string): Promise<string | null> => {
  const reply = await page
    .fetch('/session', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    .catch(() => null);
  if (!reply?.ok) return null;
  const body: unknown = await reply.json().catch(() => null);
  if (typeof body !== 'object' || body === null || !('secret' in body)) return null;
  return typeof body.secret === 'string' ? body.secret : null;
};

/**
 * The secret of this tab's session with the browser host: from the one-time start token in the address where there is
 * one, else from an earlier load of this tab. The token leaves the address before it is sent. null: no session.
 */
export const openBrowserSession = async (page: SessionPage): Promise<string | null> => {
  const token = startTokenOf(page.location.hash);
  if (token === null) return page.storage.getItem(storageKey);
  page.history.replaceState(null, '', `${page.location.pathname}${page.location.search}#/`);
  const secret = await exchange(page, token);
  // A used link opened again in the tab that it once started: the old session may still be good.
  if (secret === null) return page.storage.getItem(storageKey);
  page.storage.setItem(storageKey, secret);
  return secret;
};

export const forgetBrowserSession = (storage: SessionPage['storage']): void => storage.removeItem(storageKey);

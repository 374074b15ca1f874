import type { QueryClient } from '@tanstack/react-query';
import type { SessionRefusal } from '#shared/console-contract/session-refusals.ts';
import type { ConsoleBridge } from '#shared/console-contract/types.ts';
import { createBrowserBridge } from './browser-bridge.ts';
import { forgetBrowserSession, openBrowserSession } from './browser-session.ts';
import { eventSharingOf } from './shared-events.ts';

/**
 * Opens the browser host's bridge, or returns why there is no session. Electron's window never loads this file.
 * @param reach set to true if the host responds, else false
 */
export const openBrowserBridge = async (
  client: QueryClient,
  reach: { readonly get: () => boolean; readonly set: (reachable: boolean) => void },
  onSessionLost: (why: SessionRefusal) => unknown,
): Promise<ConsoleBridge | SessionRefusal> => {
  const { location, history, sessionStorage: storage } = window;
  const pageFetch: typeof fetch = (...request) => window.fetch(...request);
  const session = await openBrowserSession({ location, history, storage, fetch: pageFetch });
  if (typeof session === 'string') {
    forgetBrowserSession(storage);
    return session;
  }
  return createBrowserBridge({
    secret: session.secret,
    fetch: pageFetch,
    sharing: eventSharingOf(window),
    onReset: () => void client.invalidateQueries(),
    onReachable: (reachable) => {
      if (reachable && !reach.get()) void client.invalidateQueries();
      reach.set(reachable);
    },
    onSessionLost: (why) => {
      forgetBrowserSession(storage);
      onSessionLost(why);
    },
  });
};

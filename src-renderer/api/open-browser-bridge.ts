import { callNames } from 'virtual:console-calls';
import type { SessionRefusal } from '#shared/console-contract/session-refusals.ts';
import type { ConsoleBridge } from '#shared/console-contract/types.ts';
import { createBrowserBridge, type BrowserBridgeOptions } from './browser-bridge.ts';
import { forgetBrowserSession, openBrowserSession } from './browser-session.ts';
import { eventSharingOf } from './shared-events.ts';

/** The bridge of the browser host, or why there is no session. The window of Electron never loads this file. */
export const openBrowserBridge = async (
  told: Pick<BrowserBridgeOptions, 'onSessionLost' | 'onReset' | 'onReachable'>,
): Promise<ConsoleBridge | SessionRefusal> => {
  const { location, history, sessionStorage: storage } = window;
  const pageFetch: typeof fetch = (...request) => window.fetch(...request);
  const session = await openBrowserSession({ location, history, storage, fetch: pageFetch });
  if (typeof session === 'string') {
    forgetBrowserSession(storage);
    return session;
  }
  return createBrowserBridge({
    callNames,
    secret: session.secret,
    fetch: pageFetch,
    sharing: eventSharingOf(window),
    ...told,
    onSessionLost: (why) => {
      forgetBrowserSession(storage);
      told.onSessionLost(why);
    },
  });
};

import type { AppError, Outcome } from '#shared/app-error.ts';
import type { ConsoleBridge, ConsoleEvent } from '#shared/console-contract/types.ts';
import { pageSecretHeader } from '#shared/page-secret.ts';
import { refusalIn } from './browser-session.ts';
import { followEvents, type FollowOptions } from './browser-events.ts';
import { type EventSharing, shareEvents } from './shared-events.ts';

interface BrowserBridgeOptions extends Pick<FollowOptions, 'secret' | 'fetch' | 'onSessionLost' | 'onReachable'> {
  /** Called when events were lost. */
  readonly onReset: () => void;
  readonly sharing?: EventSharing | null;
}

const failedOutcome = (code: AppError['code'], detail: string): Outcome<never> => ({
  ok: false,
  error: { code, at: new Date().toISOString(), detail },
});

const isOutcome = (value: unknown): value is Outcome<unknown> =>
  typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';

/** The browser host's bridge: a POST request per call, and one stream for events. Never rejects. */
export const createBrowserBridge = (options: BrowserBridgeOptions): ConsoleBridge => {
  const running = new Map<string, AbortController>();
  const listeners = new Set<(event: ConsoleEvent) => void>();
  let stopEvents: (() => void) | null = null;
  let lastId: number | null = null;
  const { sharing } = options;
  const follow = (events: FollowOptions) => (sharing ? shareEvents(events, sharing) : followEvents(events));

  const call: ConsoleBridge['call'] = async (topic, verb, callId, args) => {
    const controller = new AbortController();
    running.set(callId, controller);
    try {
      const reply = await options.fetch(`/calls/${topic}/${verb}`, {
        method: 'POST',
        credentials: 'same-origin',
        headers: {
          'Content-Type': 'application/json',
          [pageSecretHeader]: options.secret,
          'X-Ferry-Call': callId,
        },
        body: JSON.stringify(args),
        signal: controller.signal,
      });
      options.onReachable(true);
      const outcome: unknown = await reply.json().catch(() => null);
      if (reply.status === 401) options.onSessionLost(refusalIn(outcome));
      if (isOutcome(outcome)) return outcome;
      return failedOutcome('internal', `Ferry Console sent an invalid response (${reply.status}).`);
    } catch {
      if (controller.signal.aborted) return failedOutcome('cancelled', 'The page cancelled the request.');
      options.onReachable(false);
      return failedOutcome('internal', "Ferry Console isn't responding. Start it again from the terminal.");
    } finally {
      running.delete(callId);
    }
  };

  return {
    call,
    cancel: (callId) => running.get(callId)?.abort(),
    listen: (listener) => {
      listeners.add(listener);
      stopEvents ??= follow({
        ...options,
        lastId,
        onLine: ({ id, event, isReset }) => {
          lastId = id;
          if (isReset) options.onReset();
          if (event) for (const each of listeners) each(event);
        },
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopEvents?.();
        stopEvents = null;
      };
    },
  };
};

import { randomBytes } from 'node:crypto';
import { andThen, fail, type Outcome, succeed } from '#shared/app-error.ts';
import { listenerLimits } from '#shared/console-contract/listener-limits.ts';
import type { StoredListener } from '#shared/data-messages/listener-messages.ts';
import { rotationOverlapMs } from '#shared/webhooks-api/endpoints.ts';
import { secretPrefix, webhookSecret } from '#shared/webhooks-api/signature.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import { readLoopbackAddress } from '../addresses/loopback-address.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { throttle } from '../events/emitter.ts';
import { isFinal } from '../feed/follow-events.ts';
import { secretOfTry, testEvent } from './forward-event.ts';
import { type ListenerPorts, runListener } from './listener.ts';
import { off, stateOf } from './listener-state.ts';

const eventMs = 250;

const sandboxService = 'sandbox';
const secretBytes = 32;
const continueAfterMs = 1_000;
const restartAfterMs = 5_000;

const noGap = { gapAt: null, gapFrom: null, gapUntil: null };

const pauseNotSavedText = "Forwarding is paused until you quit the console. The console couldn't save the pause.";

export function createListenerTopic(topic: BaseTopics & ListenerPorts) {
  const { profiles, connection, data, events } = topic;
  const { clock, redactor, log } = topic.ports;
  const { activeId } = profiles;
  const throttled = throttle<string>(eventMs, (profileId) => events.emit('listener:changed', { profileId }));
  const reportChange = (profileId: string) => throttled(profileId, profileId);
  let run: (Pick<ReturnType<typeof runListener>, 'wake' | 'pause'> & { readonly stop: AbortController }) | null = null;
  let runState = off;
  /** When following began, in ms since 1970. Null while the listener is off. */
  let since: number | null = null;
  let isResumed = false;
  let isPlanned = false;
  const closing = new AbortController();
  /** Profiles whose pause couldn't be stored. These pauses last until the console closes. */
  const unsavedPauses = new Set<string>();
  let lastRenewal: Promise<unknown> = Promise.resolve();

  const newSecret = (): string => webhookSecret(randomBytes(secretBytes).toString('base64'));
  const learn = ({ secret, previousSecret }: StoredListener): void => {
    for (const each of previousSecret === null ? [secret] : [secret, previousSecret]) {
      redactor.learn(each);
      redactor.learn(each.slice(secretPrefix.length));
    }
  };
  const end = () => {
    run?.stop.abort();
    run = null;
    runState = off;
    since = null;
  };
  /** Stops the run. An active listener restarts after the next successful call. */
  const endToRestart = () => {
    end();
    isResumed = false;
  };
  const startListening = (profileId: string, { address, secret, isPaused }: StoredListener) => {
    // A restart with a new URL or secret continues the session.
    const sessionStart = run === null ? clock.now().getTime() : since;
    end();
    since = sessionStart;
    const stop = new AbortController();
    const { baseURL, builtIn } = profiles.active.profile();
    const service = builtIn || baseURL === null ? sandboxService : baseURL;
    const place = { profileId, service, address, secret, isPaused: isPaused || unsavedPauses.has(profileId) };
    const onKept = () => reportChange(profileId);
    const onState = (part: Partial<typeof off>) => {
      if (stop.signal.aborted) return;
      runState = { ...runState, ...part };
      reportChange(profileId);
    };
    const newRun = runListener(topic, place, { onState, onKept }, stop.signal);
    run = { stop, wake: newRun.wake, pause: newRun.pause };
    newRun.ended.catch((error: unknown) => log.error('the listener stopped', error));
  };
  /** Resumes a listener that was active when the console closed, once per opened profile. */
  const continueListening = async (): Promise<void> => {
    if (isResumed || closing.signal.aborted) return;
    isResumed = true;
    const profileId = activeId();
    const listenerResult = await data.call('listenerOf', { profileId });
    if (profileId !== activeId() || run !== null) return;
    if (!listenerResult.ok) isResumed = false;
    else if (listenerResult.value !== null) {
      learn(listenerResult.value);
      if (listenerResult.value.isOn) startListening(profileId, listenerResult.value);
    }
  };
  /** Whether the problem that stopped the listener ends with any successful call. */
  const canContinue = (): boolean =>
    runState.feed === 'refused' && runState.problem !== null && !isFinal(runState.problem);
  // Waits for the first response and a short delay, so that the first page isn't slowed down.
  connection.onSuccess(() => {
    if (isPlanned || (isResumed && !canContinue())) return;
    isPlanned = true;
    void clock.sleep(isResumed ? restartAfterMs : continueAfterMs, closing.signal).then(() => {
      isPlanned = false;
      if (canContinue()) endToRestart();
      return continueListening();
    });
  });
  profiles.onSwitch(() => {
    endToRestart();
    // Makes the view reload its state. The run restarts with the current key and base URL.
    reportChange(activeId());
  });

  const view = async () => {
    const profileId = activeId();
    const [stored, listed] = await Promise.all([
      data.call('listenerOf', { profileId }),
      data.call('listenedEvents', { profileId, limit: listenerLimits.listed }),
    ]);
    if (!stored.ok) return stored;
    if (!listed.ok) return listed;
    const isActive = profileId === activeId();
    const saveResult = stored.value && {
      ...stored.value,
      isPaused: stored.value.isPaused || unsavedPauses.has(profileId),
    };
    return succeed(stateOf(profileId, saveResult, listed.value, isActive ? runState : off, isActive ? since : null));
  };
  const keep = async (change: Partial<StoredListener>) => {
    const profileId = activeId();
    const newListener: StoredListener = {
      isOn: false,
      isPaused: false,
      address: null,
      secret: newSecret(),
      previousSecret: null,
      renewedAt: null,
      service: '',
      cursor: null,
      keptAt: null,
      ...noGap,
      ...change,
    };
    const saveResult = await data.call('changeListener', { profileId, change, initial: newListener });
    if (!saveResult.ok) return saveResult;
    const listener = saveResult.value ?? newListener;
    learn(listener);
    return succeed({ profileId, listener });
  };

  const secretsOf = ({ secret, previousSecret, renewedAt }: StoredListener): readonly string[] => {
    const isInOverlap = renewedAt !== null && clock.now().getTime() - renewedAt < rotationOverlapMs;
    return previousSecret !== null && isInOverlap ? [secret, previousSecret] : [secret];
  };
  const applyChange = (pending: Outcome<unknown> | Promise<Outcome<unknown>>) => {
    const profileId = activeId();
    return andThen(pending, () => {
      reportChange(profileId);
      return view();
    });
  };
  /** Sends the changed events immediately. */
  const applyToEvents = (pending: Promise<Outcome<unknown>>) => applyChange(pending.finally(() => run?.wake()));

  const renewSecret = async () => {
    const listenerResult = await data.call('listenerOf', { profileId: activeId() });
    if (!listenerResult.ok) return listenerResult;
    const previousSecret = listenerResult.value?.secret ?? null;
    const saveResult = await keep({ secret: newSecret(), previousSecret, renewedAt: clock.now().getTime() });
    if (!saveResult.ok) return saveResult;
    if (run !== null && saveResult.value.profileId === activeId())
      startListening(saveResult.value.profileId, saveResult.value.listener);
    return applyChange(saveResult);
  };

  return {
    close: () => {
      closing.abort();
      end();
    },
    /** Called when a profile's data is removed. */
    forget: (profileId: string) => {
      if (profileId === activeId()) end();
      unsavedPauses.delete(profileId);
    },
    handlers: {
      state: async () => {
        await continueListening();
        return view();
      },
      start: async ({ address }) => {
        const result = address === null ? null : readLoopbackAddress(address);
        if (result && !result.ok) return fail('address_refused', clock.now(), { detail: result.problem });
        const saveResult = await keep({ isOn: true, address: result?.url ?? null, ...noGap });
        if (!saveResult.ok) return saveResult;
        isResumed = true;
        if (saveResult.value.profileId === activeId())
          startListening(saveResult.value.profileId, saveResult.value.listener);
        return view();
      },
      stop: async () => {
        end();
        unsavedPauses.delete(activeId());
        const saveResult = await keep({ isOn: false });
        // The run may have started after the user stopped the listener.
        if (saveResult.ok && saveResult.value.profileId === activeId()) end();
        return applyChange(saveResult);
      },
      pause: async ({ paused }) => {
        const profileId = activeId();
        // A pause takes effect immediately, even if it can't be stored. Resuming waits until the change is stored.
        if (paused) run?.pause(true);
        const saveResult = await data.call('changeListener', {
          profileId,
          change: { isPaused: paused },
          initial: null,
        });
        if (!saveResult.ok) {
          if (!paused || run === null || profileId !== activeId()) return saveResult;
          unsavedPauses.add(profileId);
          reportChange(profileId);
          return fail(saveResult.error.code, clock.now(), { detail: pauseNotSavedText });
        }
        unsavedPauses.delete(profileId);
        // A run that started in the meantime has read the setting from before this change.
        if (profileId === activeId()) run?.pause(saveResult.value?.isPaused ?? false);
        return applyChange(saveResult);
      },
      renewSecret: () => {
        // Renewals run one at a time: parallel ones could lose a new secret that has already signed an event.
        const renewal = lastRenewal.then(renewSecret, renewSecret);
        lastRenewal = renewal;
        return renewal;
      },
      sendTest: async () => {
        const profileId = activeId();
        const listenerResult = await data.call('listenerOf', { profileId });
        if (!listenerResult.ok) return listenerResult;
        if ((listenerResult.value?.address ?? null) === null) return fail('address_refused', clock.now());
        const now = clock.now();
        const test = { profileId, place: null, events: [testEvent(now)], state: 'waiting', at: now.getTime() } as const;
        return applyToEvents(data.call('keepEvents', test));
      },
      closeGap: () => applyChange(data.call('changeListener', { profileId: activeId(), change: noGap, initial: null })),
      resend: ({ id }) => applyToEvents(data.call('resendEvents', { profileId: activeId(), id })),
      clear: ({ waiting }) => applyToEvents(data.call('clearEvents', { profileId: activeId(), waiting })),
      event: async ({ id }) => {
        const profileId = activeId();
        const [found, stored] = await Promise.all([
          data.call('listenedEvent', { profileId, id }),
          data.call('listenerOf', { profileId }),
        ]);
        if (!found.ok || found.value === null) return found.ok ? succeed(null) : found;
        if (!stored.ok) return stored;
        const { body, attempts } = found.value;
        const signedAttempt = attempts.find(({ signature }) => signature !== null);
        const secret =
          signedAttempt && stored.value ? secretOfTry(secretsOf(stored.value), { id, body }, signedAttempt) : null;
        return succeed({ body, attempts, secret });
      },
    } satisfies ConsoleHandlers['listener'],
  };
}

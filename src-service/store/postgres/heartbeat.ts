import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../base/unavailable.ts';

/** Interval of checks while a call waits. A dead database is detected within `pollMs + recentMs + firstMs`. */
const pollMs = 100;
/** Deadline for a beat on an open connection. */
const answerTimeoutMs = 400;
/** Deadline for a beat that must connect first. */
const firstMs = 600;
/** Deadline for connecting while the database is down. Calls then fail immediately, so connecting may take longer. */
const connectMs = 3_000;
/** A seeding may wait for locks without a limit, but fails after this time without a response. */
const longSilenceMs = 10_000;
const tickMs = 50;
/** A response on another connection within this time shows that the database is alive and only the beat is late. */
const recentMs = 200;
/** Missed beats, while other connections get responses, after which the beat's own connection counts as dead. */
const maxUnanswered = 3;

interface HeartbeatOptions {
  /** Sends an empty query. Resolves with any response, even an error. */
  readonly beat: () => Promise<void>;
  readonly isConnected: () => boolean;
  /** Called if the database is silent. The connections of the beat and all waiting calls are dead. */
  readonly onSilence: () => void;
  readonly onLateBeat: () => void;
}

interface WaitingCall {
  readonly since: number;
  readonly isLong: boolean;
  readonly reject: (error: Error) => void;
}

/** Distinguishes a dead database from a busy one, so that no call waits for a dead database. */
export const createHeartbeat = ({ beat, isConnected, onSilence, onLateBeat }: HeartbeatOptions) => {
  const waitingCalls = new Set<WaitingCall>();
  let silentSince: number | undefined;
  let isWatched = false;
  let hasEnded = false;
  let answerCount = 0;
  let pending: Promise<void> | undefined;
  let unansweredCount = 0;

  /** Sends no beat while another is pending. Polls of a dead connection would otherwise pile up beats. */
  const askOnce = (): Promise<void> => {
    if (pending !== undefined) return pending;
    const newBeat = beat().finally(() => {
      if (pending === newBeat) resetBeat();
    });
    pending = newBeat;
    return newBeat;
  };
  const resetBeat = (): void => {
    pending = undefined;
    unansweredCount = 0;
  };

  /** Whether a response came within `recentMs`. Counts ticks, because a busy event loop reads responses late. */
  const respondsWithin = async (milliseconds: number): Promise<boolean> => {
    let [received, silentMs] = [answerCount, 0];
    for (let spentMs = 0; spentMs < milliseconds; spentMs += tickMs) {
      await wait(tickMs, undefined, { ref: false });
      silentMs = received === answerCount ? silentMs + tickMs : 0;
      received = answerCount;
    }
    return silentMs <= recentMs;
  };
  const refuse = (isLong: boolean): void => {
    for (const one of waitingCalls) {
      if (one.isLong !== isLong) continue;
      waitingCalls.delete(one);
      one.reject(new StoreUnavailable("the database doesn't respond"));
    }
  };
  const poll = async (): Promise<void> => {
    const before = performance.now() - pollMs / 2;
    if (silentSince === undefined && [...waitingCalls].every(({ since }) => since > before)) return;
    const limit = isConnected() ? answerTimeoutMs : firstMs;
    const hasAnswered = askOnce().then(() => true);
    if (await Promise.race([hasAnswered, respondsWithin(silentSince === undefined ? limit : connectMs)])) {
      silentSince = undefined;
      if (pending !== undefined && ++unansweredCount === maxUnanswered) {
        resetBeat();
        onLateBeat();
      }
      return;
    }
    silentSince ??= performance.now();
    refuse(false);
    if (performance.now() - silentSince > longSilenceMs) refuse(true);
    resetBeat();
    onSilence();
  };
  const isWanted = (): boolean => !hasEnded && (waitingCalls.size > 0 || silentSince !== undefined);
  const watch = async (): Promise<void> => {
    isWatched = true;
    while (isWanted()) {
      await wait(pollMs, undefined, { ref: false });
      await poll();
    }
    isWatched = false;
  };

  return {
    /** Waits for a response. Rejects with `StoreUnavailable` if the database is down, immediately if that is known. */
    guard: <Answer>(ask: () => Promise<Answer>, isLong = false): Promise<Answer> => {
      if (hasEnded) return Promise.reject(new TypeError('the store is closed'));
      if (silentSince !== undefined && !isLong)
        return Promise.reject(new StoreUnavailable("the database doesn't respond"));
      return new Promise((resolve, reject) => {
        const one: WaitingCall = { since: performance.now(), isLong, reject };
        waitingCalls.add(one);
        ask()
          .finally(() => waitingCalls.delete(one))
          .then(resolve, reject);
        if (!isWatched) void watch();
      });
    },
    noteAnswer: (): void => {
      answerCount += 1;
    },
    end: (): void => {
      hasEnded = true;
      refuse(false);
      refuse(true);
    },
  };
};

import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../store.ts';

/** How often whoever waits for the database is looked at. Worst case of a silence: this, `recentMs` and `firstMs`. */
const lookMs = 100;
/** A database that is there answers an empty question in this time on a connection that stands already. */
const answerMs = 400;
/** Where that connection has to be made first. */
const firstMs = 600;
/** While the database is silent nobody waits for it, and a connection over a long way may take its time. */
const connectMs = 3_000;
/** After so long a silence even a fill is given up, which else may wait for a lock as long as it takes. */
const longSilenceMs = 10_000;
const tickMs = 50;
/** One that answered somebody else so short a time ago is there, and only late with its answer to the beat. */
const recentMs = 200;
/** After so many looks without its answer, while others are answered, it is the beat's own connection that is dead. */
const maxUnanswered = 3;

interface HeartbeatOptions {
  /** Asks the database for nothing; resolves with whatever it answers, a refusal too. */
  readonly beat: () => Promise<void>;
  readonly stands: () => boolean;
  /** Called at each beat that was not answered: its connection is of no more use, and so are those of all who waited. */
  readonly onSilence: () => void;
  /** Called where the database answers others, but not the beat: only its connection is of no more use. */
  readonly onLateBeat: () => void;
}

interface Waiting {
  readonly since: number;
  readonly isLong: boolean;
  readonly reject: (error: Error) => void;
}

/** Tells a database that is silent from one that has much to do, so that nobody waits for the former. */
interface Heartbeat {
  /** Waits for an answer; rejects with `StoreUnavailable` when the database is silent, at once where that is known. */
  guard<Answer>(ask: () => Promise<Answer>, isLong?: boolean): Promise<Answer>;
  hear(): void;
  end(): void;
}

/** Looks whether a database is there while somebody waits for it; nobody asks it while nobody does. */
export const createHeartbeat = ({ beat, stands, onSilence, onLateBeat }: HeartbeatOptions): Heartbeat => {
  const waiting = new Set<Waiting>();
  let silentSince: number | undefined;
  let isWatched = false;
  let hasEnded = false;
  let answers = 0;
  let pending: Promise<void> | undefined;
  let unanswered = 0;

  /** One question at a time: a connection that is dead would gather one more with each look. */
  const askOnce = (): Promise<void> => {
    if (pending !== undefined) return pending;
    const mine = beat().finally(() => {
      if (pending === mine) forgetBeat();
    });
    pending = mine;
    return mine;
  };
  const forgetBeat = (): void => {
    pending = undefined;
    unanswered = 0;
  };

  /** Whether a statement was answered towards its end. In ticks: a busy event loop has then read what came before the last. */
  const retryPolicy = async (milliseconds: number): Promise<boolean> => {
    let [received, unheardMs] = [answers, 0];
    for (let spent = 0; spent < milliseconds; spent += tickMs) {
      await wait(tickMs, undefined, { ref: false });
      unheardMs = received === answers ? unheardMs + tickMs : 0;
      received = answers;
    }
    return unheardMs <= recentMs;
  };
  const refuse = (isLong: boolean): void => {
    for (const one of waiting) {
      if (one.isLong !== isLong) continue;
      waiting.delete(one);
      one.reject(new StoreUnavailable('the database is silent'));
    }
  };
  const look = async (): Promise<void> => {
    const before = performance.now() - lookMs / 2;
    if (silentSince === undefined && [...waiting].every(({ since }) => since > before)) return;
    const limit = stands() ? answerMs : firstMs;
    const hasAnswered = askOnce().then(() => true);
    if (await Promise.race([hasAnswered, retryPolicy(silentSince === undefined ? limit : connectMs)])) {
      silentSince = undefined;
      if (pending !== undefined && ++unanswered === maxUnanswered) {
        forgetBeat();
        onLateBeat();
      }
      return;
    }
    silentSince ??= performance.now();
    refuse(false);
    if (performance.now() - silentSince > longSilenceMs) refuse(true);
    forgetBeat();
    onSilence();
  };
  const isWanted = (): boolean => !hasEnded && (waiting.size > 0 || silentSince !== undefined);
  const watch = async (): Promise<void> => {
    isWatched = true;
    while (isWanted()) {
      await wait(lookMs, undefined, { ref: false });
      await look();
    }
    isWatched = false;
  };

  return {
    guard: (ask, isLong = false) => {
      if (hasEnded) return Promise.reject(new TypeError('the store is closed'));
      if (silentSince !== undefined && !isLong) return Promise.reject(new StoreUnavailable('the database is silent'));
      return new Promise((resolve, reject) => {
        const one: Waiting = { since: performance.now(), isLong, reject };
        waiting.add(one);
        ask()
          .finally(() => waiting.delete(one))
          .then(resolve, reject);
        if (!isWatched) void watch();
      });
    },
    hear: () => {
      answers += 1;
    },
    end: () => {
      hasEnded = true;
      refuse(false);
      refuse(true);
    },
  };
};

import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Random } from '#service/store/base/random.ts';

const realSetImmediate = setImmediate;

/** A simulated process. Its timers and replies are dropped after its crash. */
export interface Owner {
  readonly name: string;
  isDead: boolean;
}

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly owner: Owner;
  act: (() => void) | undefined;
}

const isEarlier = (one: Entry, other: Entry): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

const createQueue = () => {
  const heap: Entry[] = [];
  const swap = (one: number, other: number): void => {
    [heap[one], heap[other]] = [heap[other] as Entry, heap[one] as Entry];
  };
  return {
    push: (entry: Entry): void => {
      let index = heap.push(entry) - 1;
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if (!isEarlier(heap[index] as Entry, heap[parent] as Entry)) break;
        swap(index, parent);
        index = parent;
      }
    },
    pop: (): Entry | undefined => {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined || heap.length === 0) return first;
      heap[0] = last;
      for (let index = 0; ;) {
        const [left, right] = [index * 2 + 1, index * 2 + 2];
        let earliest = index;
        if (left < heap.length && isEarlier(heap[left] as Entry, heap[earliest] as Entry)) earliest = left;
        if (right < heap.length && isEarlier(heap[right] as Entry, heap[earliest] as Entry)) earliest = right;
        if (earliest === index) return first;
        swap(index, earliest);
        index = earliest;
      }
    },
    all: (): readonly Entry[] => heap,
  };
};

class VirtualTimer {
  readonly #start: () => Entry;
  #entry: Entry;

  constructor(start: () => Entry) {
    this.#start = start;
    this.#entry = start();
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): this {
    this.close();
    this.#entry = this.#start();
    return this;
  }
  close(): void {
    this.#entry.act = undefined;
  }
}

const abortError = (signal: AbortSignal): Error =>
  Object.assign(new Error('The operation was aborted', { cause: signal.reason }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  });

const wallStart = Date.parse('2026-11-20T14:32:00.000Z');

/**
 * Replaces the timers, clocks and random values of this process by a queue of events. The random order of events at the
 * same time, and everything else, depends on `random` only.
 */
export const createVirtualTime = (random: Random) => {
  const owners = new AsyncLocalStorage<Owner>();
  const world: Owner = { name: 'world', isDead: false };
  const queue = createQueue();
  let now = 0;
  let wallOffset = wallStart;
  let eventCount = 0;
  /** Enters the context of an owner. A snapshot is ten times as fast as `owners.run`. */
  const entrances = new WeakMap<Owner, (act: () => void) => void>();
  const enter = (owner: Owner, act: () => void): void => {
    let entrance = entrances.get(owner);
    if (entrance === undefined) {
      entrance = owners.run(owner, () => AsyncLocalStorage.snapshot());
      entrances.set(owner, entrance);
    }
    entrance(act);
  };
  const currentOwner = (): Owner => owners.getStore() ?? world;

  const schedule = (delayMs: number, act: () => void, owner = currentOwner()): Entry => {
    const entry = { at: now + Math.max(delayMs, 0), order: random.next(), owner, act };
    if (!owner.isDead) queue.push(entry);
    return entry;
  };

  const fakeTimeout = (act: (...args: unknown[]) => void, delayMs = 1, ...args: unknown[]) =>
    new VirtualTimer(() => schedule(Math.max(delayMs, 1), () => act(...args)));
  const fakeInterval = (act: () => void, delayMs: number) => {
    const repeat = (): void => {
      timer.refresh();
      act();
    };
    const timer = new VirtualTimer(() => schedule(delayMs, repeat));
    return timer;
  };
  const wait = <Value>(
    delayMs: number,
    value?: Value,
    { signal }: { readonly signal?: AbortSignal; readonly ref?: boolean } = {},
  ): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return void reject(abortError(signal));
      const entry = schedule(Math.max(delayMs, 1), () => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      });
      const abort = (): void => {
        entry.act = undefined;
        reject(abortError(signal as AbortSignal));
      };
      signal?.addEventListener('abort', abort, { once: true });
      return undefined;
    });

  const replacements: readonly (readonly [object, Readonly<Record<string, unknown>>])[] = [
    [
      globalThis,
      {
        setTimeout: fakeTimeout,
        clearTimeout: (timer?: VirtualTimer) => timer?.close(),
        setInterval: fakeInterval,
        clearInterval: (timer?: VirtualTimer) => timer?.close(),
        setImmediate: (act: () => void) => new VirtualTimer(() => schedule(0, act)),
      },
    ],
    [Date, { now: () => Math.floor(wallOffset + now) }],
    [performance, { now: () => now }],
    [Math, { random: random.next }],
    [
      AbortSignal,
      {
        timeout: (delayMs: number) => {
          const controller = new AbortController();
          schedule(delayMs, () => controller.abort(new DOMException('The operation timed out', 'TimeoutError')));
          return controller.signal;
        },
      },
    ],
    [timers, { setTimeout: wait, setImmediate: (value: unknown) => wait(0, value) }],
    [crypto, { randomUUID: random.uuid }],
  ];

  return {
    schedule,
    wait: async (delayMs: number): Promise<void> => void (await wait(delayMs)),
    now: () => now,
    stepClock: (milliseconds: number): void => {
      wallOffset += milliseconds;
    },
    owner: currentOwner,
    runAs: <Result>(owner: Owner, act: () => Result): Result => owners.run(owner, act),
    /** Events of this process that are still waiting. */
    pendingOf: (owner: Owner): number =>
      queue.all().filter((entry) => entry.owner === owner && entry.act !== undefined).length,
    /** Runs `act` in virtual time until it settles. @throws if nothing can settle it, or if a limit is reached */
    run: async <Result>(
      act: () => Promise<Result>,
      limits: { readonly untilMs: number; readonly events: number },
    ): Promise<Result> => {
      const originals = replacements.map(([target, members]) => {
        const before = Object.fromEntries(Object.keys(members).map((name) => [name, Reflect.get(target, name)]));
        Object.assign(target, members);
        return [target, before] as const;
      });
      syncBuiltinESMExports();
      try {
        let outcome: { readonly value: Result } | { readonly error: unknown } | undefined;
        owners
          .run(world, act)
          .then((value) => (outcome = { value }))
          .catch((error: unknown) => (outcome = { error }));
        for (;;) {
          // Runs all promise callbacks before the next event.
          await new Promise<void>((resolve) => realSetImmediate(resolve));
          if (outcome !== undefined) break;
          const entry = queue.pop();
          if (entry === undefined) throw new Error('Nothing is scheduled any more.');
          const { owner } = entry;
          if (entry.act === undefined || owner.isDead) continue;
          now = Math.max(now, entry.at);
          eventCount++;
          if (now > limits.untilMs || eventCount > limits.events)
            throw new Error(`Something runs for ever: ${eventCount} events in ${Math.round(now / 1_000)} s.`);
          const { act: actNow } = entry;
          entry.act = undefined;
          enter(owner, actNow);
        }
        if ('error' in outcome) throw outcome.error;
        return outcome.value;
      } finally {
        for (const [target, before] of originals) Object.assign(target, before);
        syncBuiltinESMExports();
      }
    },
  };
};

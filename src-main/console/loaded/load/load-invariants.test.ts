import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AppErrorCode, canPass } from '#shared/app-error-codes.ts';
import { type AppError, createError, type Outcome, succeed } from '#shared/app-error.ts';
import { type KeptRows, type LoadEffect, type LoadEvent, type LoadState, newLoad } from './load-state.ts';
import { reduceLoad } from './reduce-load.ts';

const runs = process.env['FERRY_SOAK'] === '1' ? 20_000 : 400;
const epoch = Date.UTC(2026, 2, 1);
const errorOf = (code: AppErrorCode): AppError => createError(code, new Date(epoch));

/** A simulated service with paged rows, a reader that stores these rows, and a clock. */
interface World {
  /** Newest row first. */
  readonly ids: number[];
  readonly perPage: number;
  readonly reportsTotal: boolean;
}

type WaitingEffect = LoadEffect & { kind: 'fetchPage' | 'keepPage' };

function runIn({ ids, perPage, reportsTotal }: World) {
  let state = newLoad;
  let monotonic = 1_000;
  let waiting: WaitingEffect[] = [];
  /** Stored IDs with the position at which they arrived. */
  const keptIds = new Map<number, number>();
  const now = () => ({ monotonic, wall: epoch + monotonic });

  const check = (before: LoadState, event: LoadEvent, effects: readonly LoadEffect[]) => {
    const fetched = effects.flatMap((effect) => (effect.kind === 'fetchPage' ? [effect.page] : []));
    const busy = state.inFlight.filter(({ place }) => place !== 'extra');
    const pages = state.inFlight.map(({ page }) => page);
    const observerStub = {
      'requests no page twice at the same time': new Set(pages).size === pages.length,
      'waits for every page in flight': pages.length === waiting.length,
      'has at most two requests in flight': busy.length <= 2,
      'adds no request above the limit': fetched.length === 0 || busy.length <= state.lanes,
      'reads at most 16 extra pages': state.inFlight.length - busy.length <= 16,
      'sends nothing after the end': fetched.length === 0 || state.outcome === null,
      'sends nothing while paused': fetched.length === 0 || before.pausedAt === null || event.kind === 'resumed',
      'sends nothing before the retry time':
        fetched.length === 0 || event.kind === 'resumed' || (before.retryAt ?? 0) <= monotonic,
      'a load that runs is paused, waits, or has something under way':
        state.outcome !== null || state.pausedAt !== null || state.retryAt !== null || pages.length > 0,
      'rows never become fewer': state.rows >= before.rows && state.version >= before.version,
      'a failure has a reason': state.outcome !== 'failed' || state.problem !== null,
      'only what can pass is waited for': state.retryAt === null || canPass(state.problem?.code ?? 'internal'),
      'it stops when it ends, and only then':
        effects.some(({ kind }) => kind === 'stop') === (before.outcome === null && state.outcome !== null),
    };
    const broken = Object.entries(observerStub).flatMap(([name, holds]) => (holds ? [] : [name]));
    expect([event.kind, ...broken]).toEqual([event.kind]);
  };
  const send = (event: LoadEvent) => {
    const previous = state;
    const step = reduceLoad(state, event, now());
    state = step.state;
    waiting.push(...step.effects.filter((effect): effect is WaitingEffect => 'page' in effect));
    check(previous, event, step.effects);
  };
  const keep = (page: number, before: number | null): KeptRows => {
    const receivedIds = ids.slice((page - 1) * perPage, page * perPage);
    const knownCount = receivedIds.filter((id) => (keptIds.get(id) ?? Infinity) < (before ?? 0)).length;
    const stored = keptIds.size;
    for (const id of receivedIds) if (!keptIds.has(id)) keptIds.set(id, keptIds.size);
    const added = keptIds.size - stored;
    const counts = {
      added,
      changed: 0,
      known: knownCount,
      rows: keptIds.size,
      version: keptIds.size,
      received: receivedIds.length,
    };
    return { ok: true, ...counts, unreadable: 0, total: reportsTotal ? ids.length : null, drift: [] };
  };
  /** Completes one of the pending requests. */
  const settle = (chosen: number, answer: Outcome<null>, random: number) => {
    const one = waiting[chosen % Math.max(waiting.length, 1)];
    if (!one) return;
    waiting = waiting.filter((other) => other !== one);
    const { page } = one;
    if (!answer.ok) send({ kind: 'pageRefused', page, error: answer.error, random });
    else if (one.kind === 'fetchPage') send({ kind: 'pageArrived', page, text: '' });
    else send({ kind: 'pageKept', page, stored: keep(page, one.before) });
  };
  return {
    send,
    settle,
    state: () => state,
    pass: (ms: number) => {
      monotonic += ms;
      send({ kind: 'clockTicked' });
    },
    stored: () => keptIds.size,
  };
}

type WorldChange = (world: ReturnType<typeof runIn>) => void;
const codes: AppErrorCode[] = [
  'offline',
  'rate_limited',
  'unreadable_reply',
  'unauthorized',
  'cancelled',
  'data_unavailable',
];
const deedArbitrary: fc.Arbitrary<WorldChange> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.nat(20).map(
      (chosen): WorldChange =>
        ({ settle }) =>
          settle(chosen, succeed(null), 0),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(20), fc.constantFrom(...codes), fc.double({ min: 0, max: 1, noNaN: true })).map(
      ([chosen, code, random]): WorldChange =>
        ({ settle }) =>
          settle(chosen, { ok: false, error: errorOf(code) }, random),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat(40_000).map(
      (ms): WorldChange =>
        ({ pass }) =>
          pass(ms),
    ),
  },
  { weight: 1, arbitrary: fc.constant<WorldChange>(({ send }) => send({ kind: 'paused' })) },
  { weight: 2, arbitrary: fc.constant<WorldChange>(({ send }) => send({ kind: 'resumed' })) },
  { weight: 1, arbitrary: fc.constant<WorldChange>(({ send }) => send({ kind: 'cancelled', problem: null })) },
  { weight: 3, arbitrary: fc.constant<WorldChange>(({ send }) => send({ kind: 'started', isTopUp: false })) },
  {
    weight: 1,
    // A partial load is resumed instead of topped up, so no rows are missing at its end.
    arbitrary: fc.constant<WorldChange>(({ send, state }) => {
      if (state().outcome === 'complete') send({ kind: 'started', isTopUp: true });
    }),
  },
);
const world = fc.record({
  ids: fc.nat(420).map((count) => Array.from({ length: count }, (_, id) => id)),
  perPage: fc.constantFrom(10, 30, 100),
  reportsTotal: fc.boolean(),
});

test(
  'in any order of events, a load respects its limits, never stops without a reason, and completes',
  { tags: '@C33' },
  () => {
    fc.assert(
      fc.property(world, fc.array(deedArbitrary, { maxLength: 120 }), (around, deeds) => {
        const all = around.ids.length;
        const running = runIn({ ...around, ids: [...around.ids] });
        running.send({ kind: 'started', isTopUp: false });
        for (const act of deeds) act(running);
        // From here on, all requests succeed until the load is complete.
        for (let left = 2_000; running.state().outcome !== 'complete'; left -= 1) {
          expect(left).toBeGreaterThan(0);
          const { outcome, pausedAt, retryAt } = running.state();
          if (outcome !== null) running.send({ kind: 'started', isTopUp: false });
          if (pausedAt !== null) running.send({ kind: 'resumed' });
          if (retryAt !== null) running.pass(60_000);
          running.settle(0, succeed(null), 0);
        }
        expect(running.state()).toMatchObject({ rows: all, missing: around.reportsTotal ? 0 : null, problem: null });
        expect(running.stored()).toBe(all);
      }),
      { numRuns: runs },
    );
  },
);

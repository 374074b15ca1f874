import { expect, test } from 'vitest';
import { createError } from '#shared/app-error.ts';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { loadedLimits } from '#shared/console-contract/loaded-calls.ts';
import { progressOf } from './load-progress.ts';
import { type KeptRows, type LoadEvent, type LoadState, newLoad } from './load-state.ts';
import { reduceLoad } from './reduce-load.ts';

const date = new Date('2026-03-01T08:00:00.000Z');
const started: LoadEvent = { kind: 'started', isTopUp: false };
const arrived = (page: number): LoadEvent => ({ kind: 'pageArrived', page, text: `page ${page}` });
const pageKept = (page: number, some: Partial<KeptRows> = {}): LoadEvent => {
  const counts = { added: 100, changed: 0, known: 0, received: 100, unreadable: 0, total: 250, rows: 100, version: 1 };
  return { kind: 'pageKept', page, stored: { ok: true, ...counts, drift: [], ...some } };
};
const refused = (page: number, code: AppErrorCode): LoadEvent => ({
  kind: 'pageRefused',
  page,
  error: createError(code, date),
  random: 1,
});
const topUp: LoadEvent = { kind: 'started', isTopUp: true };
const [paused, resumed, ticked] = (['paused', 'resumed', 'clockTicked'] as const).map((kind): LoadEvent => ({ kind }));
const cancelled: LoadEvent = { kind: 'cancelled', problem: null };
/** Ms before the next event. */
type Pause = number;
const firstPage = [started, arrived(1), pageKept(1)];
const allPages = [
  ...firstPage,
  arrived(2),
  arrived(3),
  pageKept(2, { rows: 200 }),
  pageKept(3, { received: 50, rows: 250 }),
];
const complete = [...allPages, arrived(1), pageKept(1, { added: 0, known: 100, rows: 250 })];

interface Case {
  readonly name: string;
  readonly events: readonly (LoadEvent | Pause | undefined)[];
  /** Actions after the last event: pages fetched, pages stored (`+`: in the background), and the outcome. */
  readonly does: string;
  readonly phase: string;
  readonly also?: object;
}

const cases: readonly Case[] = [
  { name: 'a start requests page 1 alone', events: [started], does: 'fetch 1', phase: 'loading' },
  { name: 'page 1 is stored first for its total', events: [started, arrived(1)], does: 'keep 1', phase: 'loading' },
  { name: 'two pages at a time follow page 1', events: firstPage, does: 'fetch 2, fetch 3', phase: 'loading' },
  {
    name: 'a page is stored during the next fetch',
    events: [...firstPage, arrived(2)],
    does: 'keep+ 2',
    phase: 'loading',
  },
  { name: 'after all pages, page 1 is requested again', events: allPages, does: 'fetch 1', phase: 'loading' },
  {
    name: 'page 1 with only known IDs ends the load',
    events: complete,
    does: 'stop',
    phase: 'complete',
    also: { rows: 250, missing: 0, requests: { done: 4, planned: 4 }, remainingMs: null },
  },
  {
    name: 'missing rows are searched from the end',
    events: [...allPages, arrived(1), pageKept(1, { added: 0, known: 100, rows: 240, total: 251 })],
    does: 'fetch 3',
    phase: 'loading',
  },
  {
    name: 'missing rows are reported if the last page has only known rows',
    events: [
      ...allPages,
      arrived(1),
      pageKept(1, { added: 0, known: 100, rows: 250, total: 255 }),
      arrived(3),
      pageKept(3, { added: 0, known: 50, rows: 250, total: 255 }),
    ],
    does: 'stop',
    phase: 'complete',
    also: { missing: 5 },
  },
  {
    name: 'a top-up requests page 1 and counts again',
    events: [...complete, topUp],
    does: 'fetch 1',
    phase: 'loading',
    also: { isTopUp: true, requests: { done: 0, planned: null } },
  },
  {
    name: 'a top-up continues while no row is known',
    events: [...complete, topUp, arrived(1), pageKept(1, { rows: 350, total: 350 })],
    does: 'fetch 2',
    phase: 'loading',
  },
  { name: 'a start during a load changes nothing', events: [...firstPage, started], does: '', phase: 'loading' },
  {
    name: 'a load waits after a transient error',
    events: [...firstPage, refused(2, 'service_failed')],
    does: 'wake 1000',
    phase: 'waiting',
    also: { problem: { code: 'service_failed' }, nextTryAt: '2026-03-01T08:00:01.000Z' },
  },
  {
    name: 'nothing is sent before the retry time',
    events: [...firstPage, refused(2, 'service_failed'), 999, ticked],
    does: '',
    phase: 'waiting',
  },
  {
    name: 'at the retry time, the failed page is requested first',
    events: [...firstPage, refused(2, 'service_failed'), 1_000, ticked],
    does: 'fetch 2',
    phase: 'loading',
    also: { problem: { code: 'service_failed' } },
  },
  {
    name: 'after a 429, only one request at a time is sent, and a pending request counts',
    events: [...firstPage, refused(2, 'rate_limited'), 1_000, ticked],
    does: '',
    phase: 'loading',
  },
  {
    name: 'the sixth consecutive failure stops the load',
    events: [
      ...firstPage,
      ...Array.from({ length: 5 }, () => [refused(2, 'offline'), 60_000, ticked]).flat(),
      refused(2, 'offline'),
    ],
    does: 'stop',
    phase: 'failed',
    also: { problem: { code: 'offline' } },
  },
  {
    name: 'a permanent error stops the load immediately',
    events: [...firstPage, refused(3, 'unauthorized')],
    does: 'stop',
    phase: 'failed',
    also: { problem: { code: 'unauthorized' }, rows: 100 },
  },
  {
    name: 'a page that arrives after the failure is stored, and the failure stays',
    events: [...firstPage, refused(3, 'unauthorized'), arrived(2), pageKept(2, { rows: 200 })],
    does: '',
    phase: 'failed',
    also: { problem: { code: 'unauthorized' }, rows: 200 },
  },
  {
    name: 'a page that arrives during a pause is stored',
    events: [...firstPage, paused, arrived(2)],
    does: 'keep+ 2',
    phase: 'paused',
  },
  {
    name: 'a paused load requests no further page',
    events: [...firstPage, 500, paused, arrived(2), pageKept(2)],
    does: '',
    phase: 'paused',
    also: { pausedAt: '2026-03-01T08:00:00.500Z' },
  },
  {
    name: 'a resume continues',
    events: [...firstPage, paused, arrived(2), pageKept(2, { total: 450 }), resumed],
    does: 'fetch 4',
    phase: 'loading',
  },
  {
    name: 'a resume does not wait for the retry time',
    events: [...firstPage, refused(2, 'service_failed'), resumed],
    does: 'fetch 2',
    phase: 'loading',
  },
  {
    name: 'a cancel ends the load, and rows stay',
    events: [...firstPage, cancelled],
    does: 'stop',
    phase: 'cancelled',
    also: { rows: 100 },
  },
  {
    name: 'requests aborted by a cancel do not end the next run',
    events: [...firstPage, cancelled, started, refused(2, 'cancelled'), refused(3, 'cancelled')],
    does: 'fetch 3',
    phase: 'loading',
  },
  { name: 'nothing happens before the start', events: [resumed, ticked, paused], does: '', phase: 'cancelled' },
];

test.each(cases)('load: $name', { tags: '@C33' }, ({ events, does, phase, also = {} }) => {
  let state = newLoad;
  let ms = 0;
  const now = () => ({ monotonic: ms, wall: date.getTime() + ms });
  let done: string[] = [];
  for (const event of events) {
    if (event === undefined) throw new Error('no event');
    if (typeof event === 'number') {
      ms += event;
      continue;
    }
    const step = reduceLoad(state, event, now());
    state = step.state;
    done = step.effects.map((effect) => {
      if (effect.kind === 'fetchPage') return `fetch ${effect.page}`;
      if (effect.kind === 'keepPage') return `keep${effect.isAwaited ? '' : '+'} ${effect.page}`;
      return effect.kind === 'wakeAt' ? `wake ${effect.at}` : 'stop';
    });
  }
  expect(done.join(', ')).toBe(does);
  expect(progressOf(state, now())).toMatchObject({ phase, ...also });
});

test('a slow reader pauses a load when sixteen pages wait to be read', { tags: '@C33' }, () => {
  let state = newLoad;
  const send = (event: LoadEvent) => {
    const step = reduceLoad(state, event, { monotonic: 0, wall: date.getTime() });
    state = step.state;
    return step.effects.flatMap((effect) => (effect.kind === 'fetchPage' ? [effect.page] : []));
  };
  send(started);
  send(arrived(1));
  const fetched = send(pageKept(1, { total: 10_000 }));
  for (const page of fetched) fetched.push(...send(arrived(page)));
  expect(fetched).toEqual(Array.from({ length: 18 }, (_, at) => at + 2));
  expect(send(pageKept(2, { total: 10_000 }))).toEqual([]);
  expect(send(pageKept(19, { total: 10_000 }))).toEqual([20]);
});

test('a load without a total that reaches 1,000,000 rows is stopped, not complete', { tags: '@C33' }, () => {
  const last = loadedLimits.rows / loadedLimits.pageSize;
  let state: LoadState = { ...newLoad, queue: { ...newLoad.queue, next: last, hasFirstPage: true } };
  for (const event of [
    started,
    arrived(last),
    pageKept(last, { total: null }),
    arrived(1),
    pageKept(1, { total: null, added: 0, known: 100 }),
  ])
    ({ state } = reduceLoad(state, event, { monotonic: 0, wall: date.getTime() }));
  expect(state).toMatchObject({ outcome: 'cancelled', inFlight: [] });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modalEventTypes } from '#shared/modal-messages/event-types.ts';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import {
  afterClockMove,
  afterClose,
  afterEvent,
  flowAfterRequest,
  startFlow,
  type FlowState,
  viewFlow,
} from './lab-flow.ts';

/** An event of a flow, and the ms before the event. */
type Step = { readonly after: number } & (
  | { readonly kind: 'event'; readonly type: string; readonly data: unknown }
  | { readonly kind: 'record'; readonly status: string | null }
  | { readonly kind: 'close' }
);

const after = fc.integer({ min: 0, max: 90_000 });
const anyStatus = fc.oneof(fc.constantFrom<string | null>(...migrationStatuses, null), fc.string());
const anyData = fc.oneof(
  fc.record(
    { status: anyStatus, migration_id: fc.constantFrom('m1', 'm2'), reason: fc.string() },
    { requiredKeys: [] },
  ),
  fc.anything(),
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('event' as const),
    after,
    type: fc.oneof(fc.constantFrom(...Object.values(modalEventTypes)), fc.string()),
    data: anyData,
  }),
  fc.record({ kind: fc.constant('record' as const), after, status: anyStatus }),
  fc.record({ kind: fc.constant('close' as const), after }),
);

const take = (flow: FlowState, step: Step, now: number): FlowState =>
  step.kind === 'event'
    ? afterEvent(flow, step.type, step.data, now)
    : step.kind === 'record'
      ? flowAfterRequest(flow, 12, step.status)
      : afterClose(flow, now);

/** Tokens in all states: valid, used and expired, or missing. */
const tokensArbitrary = fc.record({
  linkToken: fc.option(
    fc.record({
      recordId: fc.nat(),
      sentAt: fc.nat(9_000),
      mintMs: fc.nat(99),
      usedAt: fc.option(fc.integer({ min: 9_000, max: 10_000 })),
    }),
  ),
  accessToken: fc.option(
    fc.record({
      since: fc.nat(9_000),
      exchangeMs: fc.nat(99),
      endedAt: fc.option(fc.integer({ min: 9_000, max: 10_000 })),
    }),
  ),
});
const flowOf = (tokens: Pick<FlowState, 'linkToken' | 'accessToken'>): FlowState => ({
  ...startFlow('start', 0, null),
  ...tokens,
});

describe('lab flow', { tags: '@C16' }, () => {
  test('modal events in any order complete the steps that a status implies, and an ended flow has a reason', () => {
    const past = ['NOT_STARTED', 'WORKING', 'PENDING_USER_INPUT', 'COMPLETE', 'COMPLETED_WITH_FAILURES'];
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        let now = 0;
        let flow = startFlow('start', now, null);
        for (const step of steps) {
          now += step.after;
          const before = flow;
          flow = take(flow, step, now);
          expect(flow.events).toBe(before.events + (step.kind === 'event' ? 1 : 0));
          expect(flow.lastEventAt).toBe(step.kind === 'event' ? now : before.lastEventAt);
          const isPast = step.kind !== 'event' && past.includes(flow.status ?? '');
          expect(!isPast || flow.isProviderChosen).toBe(true);
          const reportsLogin = step.kind === 'record' && past.includes(step.status ?? '');
          expect(reportsLogin ? flow.login : 'succeeded').toBe('succeeded');
          const closed = { isOpen: false, isShown: false, end: {} };
          expect(step.kind === 'close' ? flow : closed).toMatchObject(closed);
          expect(flow.end).toEqual(step.kind === 'close' && before.end ? before.end : flow.end);
          // Only an `opened` event clears the outcome of a flow.
          const isReopened = step.kind === 'event' && step.type === modalEventTypes.opened;
          expect(before.end === null || isReopened || flow.end !== null).toBe(true);
          expect(Number(flow.migrationId !== null)).toBeGreaterThanOrEqual(Number(before.migrationId !== null));
        }
      }),
    );
  });

  test('a flow ends with its final event, or with a final status if there is no such event', () => {
    const flow = startFlow('start', 0, null);
    const endAfter = (type: string, status?: string) => afterEvent(flow, type, { status }, 1).end?.kind;
    expect(endAfter(modalEventTypes.completed, 'COMPLETED_WITH_FAILURES')).toBe('completed');
    expect(endAfter(modalEventTypes.failed, 'FAILED')).toBe('failed');
    expect(endAfter(modalEventTypes.cancelled, 'LOGIN_ABANDONED')).toBe('cancelled');
    expect(endAfter(modalEventTypes.statusChanged, 'FAILED')).toBe('failed');
    expect(endAfter(modalEventTypes.statusChanged, 'LOGIN_ABANDONED')).toBe('cancelled');
    expect(endAfter(modalEventTypes.statusChanged, 'WORKING')).toBeUndefined();
  });

  test('returning to the provider list clears the login from the flow', () => {
    const chosen = afterEvent(startFlow('start', 0, null), modalEventTypes.providerSelected, {}, 1);
    const refused = afterEvent(chosen, modalEventTypes.loginFailed, { status: 'NOT_STARTED' }, 2);
    expect(afterEvent(refused, modalEventTypes.statusChanged, { status: 'NOT_READY' }, 3)).toMatchObject({
      login: null,
      isProviderChosen: true,
    });
  });

  test("a resumed flow keeps a valid access token, but a new flow doesn't", () => {
    fc.assert(
      fc.property(tokensArbitrary, fc.constantFrom('start', 'resume'), (tokens, how) => {
        const before = flowOf(tokens);
        const next = startFlow(how as FlowState['how'], 20_000, before);
        const lives = how === 'resume' && tokens.accessToken?.endedAt === null;
        expect(next.accessToken).toEqual(lives ? tokens.accessToken : null);
        expect(next).toMatchObject({ number: before.number + 1, linkToken: null, end: null, events: 0 });
      }),
    );
  });

  test('a clock that jumps ahead ages valid tokens by that amount, but not expired or used tokens', () => {
    const lifetimes = { link: 60_000, access: 3_600_000 };
    fc.assert(
      fc.property(tokensArbitrary, fc.option(fc.nat(9_000_000)), (tokens, ahead) => {
        const now = 30_000;
        const before = viewFlow(flowOf(tokens), now);
        const moved = viewFlow(afterClockMove(flowOf(tokens), ahead, lifetimes), now);
        const isUnused = before.linkToken?.usedAfterMs === null;
        expect(moved.linkToken?.ageMs).toBe(
          before.linkToken ? before.linkToken.ageMs + (isUnused ? (ahead ?? 60_000) : 0) : undefined,
        );
        expect(moved.linkToken?.usedAfterMs).toBe(before.linkToken?.usedAfterMs);
        const lives = before.accessToken?.endedAfterMs === null;
        expect(moved.accessToken?.ageMs).toBe(
          before.accessToken ? before.accessToken.ageMs + (lives ? (ahead ?? 3_600_000) : 0) : undefined,
        );
        expect(moved.accessToken?.endedAfterMs).toBe(before.accessToken?.endedAfterMs);
      }),
    );
  });

  test('the page gets the age of each token instead of a monotonic time', () => {
    fc.assert(
      fc.property(tokensArbitrary, fc.integer({ min: 10_000, max: 99_999 }), (tokens, now) => {
        const shown = viewFlow(flowOf(tokens), now);
        expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['startedAt']));
        expect(JSON.stringify(shown)).not.toMatch(
          /"(startedAt|sentAt|usedAt|since|endedAt|lastEventAt|isEndReported)"/,
        );
        expect(shown.ageMs).toBe(now);
        for (const token of [shown.linkToken, shown.accessToken]) {
          expect(token?.ageMs ?? 1).toBeGreaterThan(0);
        }
      }),
    );
  });
});

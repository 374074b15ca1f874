import assert from 'node:assert/strict';
import { createRedactor } from '#main/console/log/redactor.ts';
import { createFlowTracker, type FlowTracker } from '#main/console/modal-lab/flow-tracker.ts';
import { createLabLog } from '#main/console/modal-lab/lab-log.ts';
import { fail } from '#shared/app-error.ts';
import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';
import { type FlowStep, flowSteps } from '../../src-renderer/pages/modal-lab/flow/flow-steps.ts';

/** The event fields that a lab reads. */
interface ReceivedEvent {
  readonly migration_id: string;
  readonly status: string;
  readonly reason?: string;
}

/** The outcome of each call at the start: success, an error status, or no reply. */
export const callOutcomes = ['ok', 401, 403, 429, 500, 503, null] as const;
type CallOutcome = (typeof callOutcomes)[number];

/** The lab's flow, driven by its page's reports, and the real state for comparison. */
export class LabPlayer {
  private now = 1_000;
  private readonly tracker: FlowTracker;
  /** The events of this flow. */
  hasDone = { mint: false, exchange: false, record: false, frame: false, spoke: false };
  constructor() {
    this.tracker = createFlowTracker({
      clock: { now: () => new Date(0), monotonic: () => this.now, sleep: async () => undefined },
      log: createLabLog(createRedactor()),
      clean: (text) => text,
      history: { markExchanged: () => undefined },
      onModalOrigin: () => undefined,
    });
  }
  start(how: LabFlow['how']): void {
    this.tracker.start(how);
    this.hasDone = { mint: false, exchange: false, record: false, frame: false, spoke: false };
    this.check();
  }
  mint(outcome: CallOutcome): void {
    if (this.flow.end !== null)
      this.hasDone = { mint: false, exchange: false, record: false, frame: false, spoke: false };
    if (outcome === 'ok') {
      const of = { id: 1, profileId: 'p', purpose: 'lab', mintedAt: '', state: 'minted', usedAfterMs: null } as const;
      this.tracker.backendAnswered({ linkToken: 'lt', record: { ...of, ageMs: 4, mintMs: 4 } });
    } else {
      const failed = fail(outcome === null ? 'reply_lost' : 'service_failed', new Date(0));
      if (!failed.ok) this.tracker.backendFailed(failed.error);
    }
    this.hasDone.mint = outcome === 'ok';
    this.check();
  }
  call(name: 'access-token' | 'migration-modal', outcome: CallOutcome, found?: string): void {
    const status = outcome === 'ok' ? 200 : outcome;
    const method = found === undefined ? 'POST' : 'GET';
    const modal = { status: found ?? 'NOT_READY', origin: 'http://127.0.0.1:1' };
    this.tracker.take({
      kind: 'request',
      method,
      path: `/api/v1/${name}`,
      status,
      ms: 5,
      ...(name === 'migration-modal' && status === 200 ? { modal } : {}),
    });
    if (status === 200) this.hasDone[name === 'access-token' ? 'exchange' : 'record'] = true;
    this.check();
  }
  rejected(code: string): void {
    this.tracker.take({ kind: 'rejected', name: this.flow.how === 'start' ? 'startModal' : 'init', code, message: '' });
    this.check();
  }
  found(found: boolean, status?: string): void {
    if (found) this.call('migration-modal', 'ok', status);
    this.tracker.take({ kind: 'resolved', name: 'init', found });
    this.check();
  }
  frame(shown: boolean): void {
    this.tracker.take({ kind: 'frame', ms: 9 });
    this.tracker.take({ kind: 'shown', shown });
    this.hasDone.frame = true;
    this.check();
  }
  receiveEvent(event: string, data: ReceivedEvent): void {
    const type = `migration_modal.${event}`;
    this.tracker.take({ kind: 'event', message: { source: 'ferry_modal', event: { type, data } } });
    this.hasDone.spoke = true;
    this.check();
  }
  closed(how: 'closed' | 'ready' | 'crashed'): void {
    if (how === 'crashed') this.tracker.pageGone();
    else this.tracker.take(how === 'closed' ? { kind: 'closed' } : { kind: 'ready', storage: 'ok' });
    this.check();
  }
  pass(ms: number): void {
    this.now += ms;
  }
  serviceTime(at: string): void {
    this.tracker.serviceTime(at);
  }
  tokensEnded(): void {
    this.tracker.tokensEnded();
  }
  get flow(): LabFlow {
    const flow = this.tracker.flow();
    assert.ok(flow);
    return flow;
  }
  step(id: FlowStep['id']): FlowStep {
    const found = flowSteps(this.flow).find((each) => each.id === id);
    assert.ok(found);
    return found;
  }
  /** Checks the invariants, which must hold after every step. */
  check(): void {
    const { flow, hasDone } = this;
    const steps = flowSteps(flow);
    const under = steps.filter(({ state }) => state === 'now');
    const isOver = flow.end !== null || flow.isStopped;
    assert.equal(under.length, isOver ? 0 : 1, JSON.stringify([flow, steps], null, 1));
    const done = (id: FlowStep['id']): boolean => steps.some((step) => step.id === id && step.state === 'done');
    assert.equal(done('link-token'), hasDone.mint);
    if (flow.how === 'start') assert.equal(done('access-token'), hasDone.exchange);
    assert.equal(done('modal'), hasDone.record);
    if (done('provider')) assert.ok(hasDone.record);
    const [last] = steps.slice(-1);
    if (!hasDone.record) assert.doesNotMatch(last?.title ?? '', /continues|waits|Completed|Failed|Cancelled/);
    if (flow.end?.kind === 'not_opened') assert.equal(hasDone.record, false);
    // Once the flow is over, no step is pending, and no step is done after one in progress.
    const open = steps.findIndex(({ state }) => state === 'now' || state === 'later');
    if (open >= 0) assert.ok(!isOver && steps.slice(open + 1).every(({ state }) => state === 'later'));
  }
}

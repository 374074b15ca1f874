import assert from 'node:assert/strict';
import { createEngine } from '#service/background-work.ts';
import { eventsBetween, type ModalEventSpec } from '#service/modal-page/page/events-between.ts';
import { openModal } from '#service/testing/modal-flow.ts';
import type { TestService } from '#service/testing/test-service.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import { type ModalState, modalStateSchema } from '#shared/modal-messages/modal-state.ts';
import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';

/** What happened between two reads, derived from the requests and the API, independent of the page's state. */
interface ObservedState {
  readonly statuses: MigrationStatus[];
  providers: string[];
  successes: number;
  failures: number;
  steps: number;
}

const nothing = (status: MigrationStatus): ObservedState => ({
  statuses: [status],
  providers: [],
  successes: 0,
  failures: 0,
  steps: 0,
});

/** A modal whose page reads its state at times. Each read compares the reported events with the actual ones. */
export class WatchedModal {
  private readonly service: TestService;
  private readonly path: string;
  private readonly id: string;
  private shown: ModalState | undefined;
  private happened = nothing('NOT_READY');
  readonly reported: string[] = [];
  /** Called at each read with the events that the page would post and the state it has read. */
  onLook: (notified: readonly ModalEventSpec[], state: ModalState) => void = () => undefined;
  private constructor(service: TestService, path: string, id: string) {
    this.service = service;
    this.path = path;
    this.id = id;
  }
  static async open(service: TestService, scenario?: ScenarioName): Promise<WatchedModal> {
    if (scenario) await service.send({ method: 'POST', url: '/control/scenario', body: { next: scenario } });
    const { path } = await openModal(service, 'ada@aurora.example');
    const { body } = await service.send({ url: `${path}/state`, bearer: null });
    const modal = new WatchedModal(service, path, String(body['migration_id']));
    await modal.look();
    return modal;
  }
  /** The API's status. */
  async status(): Promise<MigrationStatus> {
    const { store, clock } = this.service;
    await createEngine({ runs: store.runs, clock: { ...store.clock, ...clock } }).tick();
    const { body } = await this.service.send({ url: `/api/v1/migrations/${this.id}` });
    return body['status'] as unknown as MigrationStatus;
  }
  private async note(): Promise<void> {
    const status = await this.status();
    if (this.happened.statuses.at(-1) !== status) this.happened.statuses.push(status);
  }
  private async call(name: string, body: unknown): Promise<ModalState | undefined> {
    const reply = await this.service.send({ method: 'POST', url: `${this.path}/${name}`, bearer: null, body });
    await this.note();
    return reply.status === 200 ? modalStateSchema.parse(reply.body) : undefined;
  }
  async provider(provider: string): Promise<void> {
    if (await this.call('provider', { provider })) this.happened.providers.push(provider);
  }
  /** Attempts a login step, which leads to a company, to another step, or fails. */
  async attempt(name: 'login' | 'code' | 'company', body: Record<string, string>): Promise<void> {
    const reply = await this.call(name, body);
    if (reply === undefined) return;
    // The reply names a company only after the login.
    if (reply.company_name !== null) this.happened.successes++;
    else if (reply.status === 'LOGIN_ABANDONED') return;
    else if (reply.login.trouble !== null) this.happened.failures++;
    else this.happened.steps++;
  }
  async act(name: 'begin' | 'answer' | 'close'): Promise<void> {
    await this.call(name, name === 'answer' ? { option: 'skip' } : {});
  }
  async force(status: MigrationStatus): Promise<void> {
    const url = `/control/migrations/${this.id}/status`;
    const reply = await this.service.send({ method: 'POST', url, body: { status } });
    await this.note();
    // Creates a login with a provider.
    if (reply.status !== 200 || status !== 'NOT_STARTED') return;
    this.happened.successes++;
    this.happened.providers.push(this.shown?.provider ?? 'Ledgerline');
  }
  async wait(seconds: number): Promise<void> {
    await this.service.store.clock.advance(1, seconds * 1_000);
    await this.note();
  }
  /** The page reads and reports; the model compares the reports with the actual events. */
  async look(): Promise<void> {
    await this.note();
    const { body } = await this.service.send({ url: `${this.path}/state`, bearer: null });
    const next = modalStateSchema.parse(body);
    const received = eventsBetween(this.shown, next);
    const notified = received.map(([event]) => event);
    const { statuses, providers, successes, failures, steps } = this.happened;
    const last = statuses.at(-1);
    const hasMoved = statuses.length > 1;
    const count = (event: string): number => notified.filter((each) => each === event).length;
    assert.equal(count('opened'), this.shown === undefined ? 1 : 0);
    if (this.shown !== undefined) {
      assert.equal(count('status_changed'), hasMoved && last !== statuses[0] ? 1 : 0);
      assert.equal(count('login_succeeded'), successes > 0 ? 1 : 0);
      assert.equal(count('login_failed'), failures > 0 ? 1 : 0);
      assert.equal(count('provider_selected'), providers.length > 0 && next.provider !== this.shown.provider ? 1 : 0);
      // A step that ended between two reads needs no event.
      assert.ok(count('login_step') <= steps);
    }
    const isNew = this.shown?.status !== last;
    assert.equal(count('completed'), isNew && last?.startsWith('COMPLETE') ? 1 : 0);
    assert.equal(count('failed'), isNew && last === 'FAILED' ? 1 : 0);
    this.reported.push(...notified);
    this.shown = next;
    this.happened = nothing(next.status);
    this.onLook(received, next);
  }
  /** Reloads the page, which forgets the events it has reported. */
  async reload(): Promise<void> {
    await this.look();
    this.shown = undefined;
    await this.look();
  }
  /** Compares the events of all reads with the API's single final status. */
  async check(): Promise<void> {
    await this.look();
    const status = await this.status();
    const count = (event: string): number => this.reported.filter((each) => each === event).length;
    assert.equal(count('completed'), status.startsWith('COMPLETE') ? 1 : 0);
    assert.equal(count('failed'), status === 'FAILED' ? 1 : 0);
  }
}

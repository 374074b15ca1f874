import assert from 'node:assert/strict';
import type { AsyncCommand } from 'fast-check';
import type { TestService } from '#service/testing/test-service.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';

/** The expected state of a migration, computed without the engine's tables. */
interface Model {
  readonly name: ModelledScenario;
  status: MigrationStatus;
  provider: boolean;
  /** Whether the login is done and belongs to a company. */
  company: boolean;
  /** Seconds that a finished login may still wait for the copy to start. */
  left: number;
  /** Elapsed seconds of the copy. */
  copied: number;
  questionShown: boolean;
  /** Remaining seconds of the session. */
  session: number;
}

/** The migration under test. */
interface RealEngine {
  readonly service: TestService;
  readonly path: string;
  readonly id: string;
}

const copySeconds = { good: 8, partial: 8, failing: 4, slow: 180, needs_input: 8 } as const;
type ModelledScenario = keyof typeof copySeconds;
export const modelledScenarios = Object.keys(copySeconds) as ModelledScenario[];

const ends: Record<ModelledScenario, MigrationStatus> = {
  good: 'COMPLETE',
  partial: 'COMPLETED_WITH_FAILURES',
  failing: 'FAILED',
  slow: 'COMPLETE',
  needs_input: 'COMPLETE',
};

/** The documented status transitions. */
const pairs: Record<MigrationStatus, readonly MigrationStatus[]> = {
  NOT_READY: ['NOT_STARTED', 'LOGIN_ABANDONED'],
  NOT_STARTED: ['WORKING', 'FAILED'],
  WORKING: ['PENDING_USER_INPUT', 'COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED'],
  PENDING_USER_INPUT: ['WORKING'],
  COMPLETE: [],
  COMPLETED_WITH_FAILURES: [],
  FAILED: [],
  LOGIN_ABANDONED: [],
};

/** A model of a modal that was just opened. */
export const newModel = (name: ModelledScenario): Model => ({
  name,
  status: 'NOT_READY',
  provider: false,
  company: false,
  left: 0,
  copied: 0,
  questionShown: false,
  session: 3_600,
});

type Step = AsyncCommand<Model, RealEngine>;

const step = (name: string, run: (model: Model, real: RealEngine) => Promise<void>): Step => ({
  check: () => true,
  run: async (model, real) => {
    await run(model, real);
    const { body } = await real.service.send({ url: `/api/v1/migrations/${real.id}` });
    assert.equal(body['status'], model.status);
  },
  toString: () => name,
});

/** A call of the modal's page. `fits` says whether the status allows it, and `change` applies its effect. */
const call = (
  name: string,
  body: unknown,
  fits: (model: Model) => boolean,
  change: (model: Model) => Partial<Model>,
): Step =>
  step(name, async (model, { service, path }) => {
    const isOver = pairs[model.status].length === 0 || model.session <= 0;
    const expected = isOver ? 410 : fits(model) ? 200 : 409;
    const { status } = await service.send({ method: 'POST', url: `${path}/${name}`, bearer: null, body });
    assert.equal(status, expected);
    if (status === 200) Object.assign(model, change(model));
  });

/** Statuses before the copy, in which the end user can go back. */
const statusesBeforeCopy = new Set<MigrationStatus>(['NOT_READY', 'NOT_STARTED']);

/** What the end user can do. */
export const userSteps: readonly Step[] = [
  call(
    'provider',
    { provider: 'Ledgerline' },
    ({ status }) => statusesBeforeCopy.has(status),
    () => ({ provider: true, company: false }),
  ),
  call(
    'login',
    { user_name: 'ops@halden.example', password: 'x' },
    ({ status, provider }) => statusesBeforeCopy.has(status) && provider,
    ({ status, left }) => ({ status: 'NOT_STARTED', company: true, left: status === 'NOT_STARTED' ? left : 3_600 }),
  ),
  call(
    'begin',
    {},
    ({ status, company }) => status === 'NOT_STARTED' && company,
    () => ({ status: 'WORKING' }),
  ),
  call(
    'answer',
    { option: 'skip' },
    ({ status }) => status === 'PENDING_USER_INPUT',
    () => ({ status: 'WORKING' }),
  ),
  call(
    'close',
    {},
    () => true,
    ({ status }) => (status === 'NOT_READY' ? { status: 'LOGIN_ABANDONED' } : {}),
  ),
];

const passTime = (model: Model, seconds: number): void => {
  model.session -= seconds;
  if (model.status === 'NOT_READY' && model.session <= 0) model.status = 'LOGIN_ABANDONED';
  else if (model.status === 'NOT_STARTED') {
    model.left -= seconds;
    if (model.left <= 0) model.status = 'FAILED';
  } else if (model.status === 'WORKING') {
    const isRequested = model.name === 'needs_input' && !model.questionShown && model.copied + seconds >= 3;
    model.copied = isRequested ? 3 : model.copied + seconds;
    if (isRequested) Object.assign(model, { status: 'PENDING_USER_INPUT', questionShown: true });
    else if (model.copied >= copySeconds[model.name]) model.status = ends[model.name];
  }
};

/** Lets time pass. */
export const waitStep = (seconds: number): Step =>
  step(`wait ${seconds} s`, async (model, { service }) => {
    await service.send({ method: 'POST', url: '/control/clock', body: { advance_seconds: seconds } });
    passTime(model, seconds);
  });

/** Sets a status from outside. */
export const forceStep = (to: MigrationStatus): Step =>
  step(`force ${to}`, async (model, { service, id }) => {
    const url = `/control/migrations/${id}/status`;
    const { status } = await service.send({ method: 'POST', url, body: { status: to } });
    assert.equal(status, pairs[model.status].includes(to) ? 200 : 409);
    if (status !== 200) return;
    // A login without user gets a provider and a company.
    if (to === 'NOT_STARTED') Object.assign(model, { left: 3_600, provider: true, company: true });
    if (to === 'PENDING_USER_INPUT') model.questionShown = true;
    model.status = to;
  });

import { z } from 'zod';
import { canFollow, type MigrationEvent, migrationSteps } from '#shared/migration-api/migration-steps.ts';
import { type MigrationStatus, migrationStatusSchema } from '#shared/migration-api/migration-status.ts';
import { idParams } from '#shared/migration-api/list-page.ts';
import { resetSchema } from '#shared/service-control/control-state.ts';
import { refuse } from '../http/refusal.ts';
import { saveDueSteps } from '../store/due-steps.ts';
import { applyEvent, loginOf, type Run } from '../migration-engine/run.ts';
import { practiceProviders } from '../providers/practice/practice-providers.ts';
import { fillStore } from '../seed/seed-rows.ts';
import type { RunChange, StoredRun } from '../store/run-store.ts';
import type { SeedPlan } from '../store/seed-store.ts';
import type { Store } from '../store/store.ts';
import { type MountControl, organizationOf } from './control-options.ts';

const statusBody = z.strictObject({ status: migrationStatusSchema });

const eventTo = (from: MigrationStatus, to: MigrationStatus): MigrationEvent | undefined =>
  (Object.entries(migrationSteps[from]) as [MigrationEvent, MigrationStatus][]).find(([, next]) => next === to)?.[0];

/** Moves a run without its end user. Adds a provider and the user's company if there was no login. */
const moveRun = (stored: StoredRun, to: MigrationStatus, userId: string, now: number): RunChange | undefined => {
  const { run } = stored;
  const event = eventTo(run.status, to);
  const movedRun: Run | undefined = event && applyEvent(run, event, now);
  if (movedRun === undefined) return undefined;
  const nextRun = to === 'FAILED' ? { ...movedRun, reason: 'stopped' as const } : movedRun;
  const change = { ...stored, before: run };
  if (to !== 'NOT_STARTED') return { ...change, run: nextRun };
  const provider = practiceProviders.find(({ name }) => name === nextRun.provider) ?? practiceProviders[0];
  if (provider === undefined) return undefined;
  const company = provider.company(userId);
  const login = loginOf(nextRun);
  const finishedLogin = { ...login, step: provider.firstStep, trouble: null, successes: login.successes + 1 };
  return {
    ...change,
    run: { ...nextRun, provider: provider.name, companyName: company.name, login: finishedLogin },
    company,
  };
};

export const controlStatus: MountControl = (app, { store }) => {
  app.post('/migrations/:id/status', { schema: { params: idParams, body: statusBody } }, async (request) => {
    const organization = organizationOf(request);
    const id = (request.params as z.output<typeof idParams>).id.toLowerCase();
    const { status: to } = request.body as z.output<typeof statusBody>;
    const found = await store.runs.find(organization, id);
    if (found === undefined) return refuse(404, 'There is no migration with this ID.');
    const { stored, migration } = found;
    const refuseMove = (from: MigrationStatus) => refuse(409, `The status can't change from ${from} to ${to}.`);
    const now = await store.clock.now(organization);
    if (stored === undefined) {
      const { status: from } = migration;
      const step = { from, to };
      const moved = canFollow(from, to) && (await store.runs.setStatus(organization, id, step, now));
      return moved ? { id, status: to } : refuseMove(from);
    }
    const currentRun = await saveDueSteps(store.runs, stored, now);
    const change = currentRun && moveRun(currentRun, to, migration.created_by_user_id, now);
    return change && (await store.runs.save(change, now)) ? { id, status: to } : refuseMove(stored.run.status);
  });
};

const resetBody = resetSchema.nullish();

type ResetBody = z.output<typeof resetBody>;

const refill = async ({ seed, clock }: Store, number: number, wanted: ResetBody): Promise<SeedPlan> => {
  const folder = await seed.finishedPlan();
  const at = folder?.at ?? (await clock.now());
  let plan: SeedPlan | undefined;
  // Only the first organization starts with rows.
  const choosePlan = (last: SeedPlan = { at, seed: 1, migrations: 0, companies: 0 }): SeedPlan => {
    plan = {
      at,
      seed: wanted?.seed ?? last.seed,
      migrations: wanted?.migrations ?? last.migrations,
      companies: wanted?.companies ?? last.companies,
    };
    return plan;
  };
  const isSeeded = number === (await seed.organization())?.number;
  await fillStore(seed, choosePlan, { organization: isSeeded ? undefined : await seed.organization(number) });
  return plan ?? choosePlan();
};

/** `POST /control/reset` seeds the organization again and resets its clock. Keys and omitted parameters stay. */
export const controlReset: MountControl = (app, { store }) => {
  app.post('/reset', { schema: { body: resetBody } }, async (request) => {
    const wanted = request.body as ResetBody;
    const organization = organizationOf(request);
    const plan = await refill(store, organization, wanted);
    await store.faults.clear(organization);
    await store.scenarios.clear(organization);
    return { seed: plan.seed, migrations: plan.migrations, companies: plan.companies };
  });
};

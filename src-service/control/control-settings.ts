import { z } from 'zod';
import { type ControlState, faultRuleSchema } from '#shared/service-control/control-state.ts';
import { scenarioNames } from '#shared/service-control/sandbox-choices.ts';
import { refuse } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import { type MountControl, organizationOf } from './control-options.ts';

const readClock = async ({ clock }: Store, organization: number) => ({
  now: new Date(await clock.now(organization)).toISOString(),
  offset_ms: await clock.offset(organization),
});

export const controlState: MountControl = (app, { store }) => {
  app.get('/state', async (request): Promise<ControlState> => {
    const organization = organizationOf(request);
    const plan = await store.seed.finishedPlan(organization);
    return {
      ...(await readClock(store, organization)),
      scenario: (await store.scenarios.read(organization)) ?? null,
      rules: [...(await store.faults.list(organization))],
      seed: plan === undefined ? null : { seed: plan.seed, migrations: plan.migrations, companies: plan.companies },
    };
  });
};

const tenYearsSeconds = 10 * 366 * 86_400;
const clockBody = z.strictObject({
  advance_seconds: z.number({ error: 'advance_seconds must be a number.' }).min(0).max(tenYearsSeconds),
});

/** `DELETE /control/clock` expires every token, because tokens created with the clock ahead would live too long. */
export const controlClock: MountControl = (app, { store, moveDue }) => {
  app.post('/clock', { schema: { body: clockBody } }, async (request) => {
    const organization = organizationOf(request);
    const milliseconds = Math.round((request.body as z.output<typeof clockBody>).advance_seconds * 1_000);
    if ((await store.clock.offset(organization)) + milliseconds > tenYearsSeconds * 1_000)
      return refuse(409, 'The clock can be at most ten years ahead. Reset it with DELETE /control/clock first.');
    await store.clock.advance(organization, milliseconds);
    await moveDue();
    return readClock(store, organization);
  });
  app.delete('/clock', async (request) => {
    const organization = organizationOf(request);
    if ((await store.clock.offset(organization)) !== 0) {
      const actualNow = await store.clock.now();
      await store.clock.resetOffset(organization, actualNow);
      await store.tokens.expireAll(organization, actualNow);
      await moveDue();
    }
    return readClock(store, organization);
  });
};

const scenarioBody = z.strictObject({
  next: z.enum(scenarioNames, { error: `next must be one of ${scenarioNames.join(', ')}.` }),
  times: z.int().min(1).max(1_000_000).default(1),
});

export const controlScenario: MountControl = (app, { store: { scenarios } }) => {
  app.post('/scenario', { schema: { body: scenarioBody } }, async (request) => {
    const { next, times } = request.body as z.output<typeof scenarioBody>;
    await scenarios.set(organizationOf(request), { next, times });
    return { next, times };
  });
  app.delete('/scenario', async (request) => {
    await scenarios.clear(organizationOf(request));
    return { next: null };
  });
};

const faultsBody = z.strictObject({ rules: z.array(faultRuleSchema).min(1).max(100) });
const faultsParams = z.object({ id: z.coerce.number({ error: 'id must be a number.' }).int().min(1) });

export const controlFaults: MountControl = (app, { store: { faults } }) => {
  app.post('/faults', { schema: { body: faultsBody } }, async (request) => {
    const organization = organizationOf(request);
    await faults.add(organization, (request.body as z.output<typeof faultsBody>).rules);
    return { rules: await faults.list(organization) };
  });
  app.get('/faults', async (request) => ({ rules: await faults.list(organizationOf(request)) }));
  app.delete('/faults', async (request) => {
    await faults.clear(organizationOf(request));
    return { rules: [] };
  });
  app.delete('/faults/:id', { schema: { params: faultsParams } }, async (request) => {
    const { id } = request.params as z.output<typeof faultsParams>;
    const organization = organizationOf(request);
    if (!(await faults.remove(organization, id))) return refuse(404, 'There is no fault rule with this ID.');
    return { rules: await faults.list(organization) };
  });
};

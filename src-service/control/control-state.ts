import type { ControlState } from '#shared/service-control/control-state.ts';
import { type MountControl, organizationOf } from './control-options.ts';

/** `GET /control/state`: everything that control has changed for the organization and that is still so. */
export const controlState: MountControl = (app, { store, clock, faults, scenarios }) => {
  app.get('/state', async (request): Promise<ControlState> => {
    const organization = organizationOf(request);
    const plan = await store.seed.finishedPlan(organization);
    return {
      now: new Date(await clock.now(organization)).toISOString(),
      offset_ms: await store.clock.offset(organization),
      scenario: scenarios.of(organization).read() ?? null,
      rules: [...faults.of(organization).list()],
      seed: plan === undefined ? null : { seed: plan.seed, migrations: plan.migrations, companies: plan.companies },
    };
  });
};

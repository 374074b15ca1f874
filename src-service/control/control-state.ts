import type { ControlState } from '#shared/service-control/control-state.ts';
import type { MountControl } from './control-options.ts';

/** `GET /control/state`: everything that control has changed and that is still so. */
export const controlState: MountControl = (app, { store, clock, faults, nextScenario }) => {
  app.get('/state', async (): Promise<ControlState> => {
    const plan = await store.seed.finishedPlan();
    return {
      now: new Date(await clock.now()).toISOString(),
      offset_ms: await store.clock.offset(),
      scenario: nextScenario.read() ?? null,
      rules: [...faults.list()],
      seed: plan === undefined ? null : { seed: plan.seed, migrations: plan.migrations, companies: plan.companies },
    };
  });
};

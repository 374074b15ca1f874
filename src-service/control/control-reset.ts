import { z } from 'zod';
import { fillStore } from '../seed/fill-store.ts';
import type { SeedPlan } from '../store/seed-store.ts';
import type { Store } from '../store/store.ts';
import type { MountControl } from './control-options.ts';

const bodySchema = z.strictObject({ seed: z.int().min(0).max(4_294_967_295).optional() }).nullish();

const refill = async (store: Store, seed: number | undefined): Promise<SeedPlan> => {
  const first = (await store.seed.finishedPlan()) ?? { seed: 1, at: Date.now(), migrations: 0, companies: 0 };
  const plan = { ...first, seed: seed ?? first.seed };
  await fillStore(store.seed, plan);
  return plan;
};

/** `POST /control/reset` puts data and clock back to what the folder was filled with; API keys stay. */
export const controlReset: MountControl = (app, { store, faults, nextScenario }) => {
  // Two refills at once would write the same rows twice: one waits for the other.
  let last: Promise<unknown> = Promise.resolve();
  app.post('/reset', { schema: { body: bodySchema } }, async (request) => {
    const seed = (request.body as z.output<typeof bodySchema>)?.seed;
    const refilled = last.then(() => refill(store, seed));
    last = refilled.catch(() => {});
    const plan = await refilled;
    faults.clear();
    nextScenario.clear();
    return { seed: plan.seed, migrations: plan.migrations, companies: plan.companies };
  });
};

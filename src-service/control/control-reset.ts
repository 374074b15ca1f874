import { z } from 'zod';
import { mostSeeded } from '#shared/service-control/limits.ts';
import { fillStore } from '../seed/fill-store.ts';
import type { SeedPlan } from '../store/seed-store.ts';
import type { Store } from '../store/store.ts';
import type { MountControl } from './control-options.ts';

const bodySchema = z
  .strictObject({
    seed: z.int().min(0).max(4_294_967_295).optional(),
    migrations: z.int().min(0).max(mostSeeded.migrations).optional(),
    companies: z.int().min(0).max(mostSeeded.companies).optional(),
  })
  .nullish();

type Wanted = z.output<typeof bodySchema>;

const refill = async (store: Store, wanted: Wanted): Promise<SeedPlan> => {
  const first = (await store.seed.finishedPlan()) ?? { seed: 1, at: Date.now(), migrations: 0, companies: 0 };
  const plan = {
    at: first.at,
    seed: wanted?.seed ?? first.seed,
    migrations: wanted?.migrations ?? first.migrations,
    companies: wanted?.companies ?? first.companies,
  };
  await fillStore(store.seed, plan);
  return plan;
};

/** `POST /control/reset` fills the folder anew and sets the clock back; what is left out stays as it was, and so do keys. */
export const controlReset: MountControl = (app, { store, faults, nextScenario }) => {
  // Two refills at once would write the same rows twice: one waits for the other.
  let last: Promise<unknown> = Promise.resolve();
  app.post('/reset', { schema: { body: bodySchema } }, async (request) => {
    const wanted = request.body as Wanted;
    const refilled = last.then(() => refill(store, wanted));
    last = refilled.catch(() => {});
    const plan = await refilled;
    faults.clear();
    nextScenario.clear();
    return { seed: plan.seed, migrations: plan.migrations, companies: plan.companies };
  });
};

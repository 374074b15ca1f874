import { z } from 'zod';
import { mostSeeded } from '#shared/service-control/limits.ts';
import { fillStore } from '../seed/fill-store.ts';
import type { SeedPlan } from '../store/seed-store.ts';
import type { Store } from '../store/store.ts';
import { type MountControl, organizationOf } from './control-options.ts';

const bodySchema = z
  .strictObject({
    seed: z.int().min(0).max(4_294_967_295).optional(),
    migrations: z.int().min(0).max(mostSeeded.migrations).optional(),
    companies: z.int().min(0).max(mostSeeded.companies).optional(),
  })
  .nullish();

type Wanted = z.output<typeof bodySchema>;

const refill = async ({ seed }: Store, number: number, wanted: Wanted): Promise<SeedPlan> => {
  const folder = await seed.finishedPlan();
  // An organization beside the seeded one begins without rows.
  const last = (await seed.finishedPlan(number)) ?? { seed: 1, migrations: 0, companies: 0 };
  const plan = {
    at: folder?.at ?? Date.now(),
    seed: wanted?.seed ?? last.seed,
    migrations: wanted?.migrations ?? last.migrations,
    companies: wanted?.companies ?? last.companies,
  };
  const isSeeded = number === (await seed.organization())?.number;
  const organization = isSeeded ? undefined : await seed.organization(number);
  await fillStore(seed, plan, organization === undefined ? {} : { organization });
  return plan;
};

/**
 * `POST /control/reset` fills the organization anew and sets its clock back; what is left out stays as it was, and so do
 * its keys.
 */
export const controlReset: MountControl = (app, { store, faults, scenarios }) => {
  // Two refills at once would write the same rows twice: one waits for the other.
  let last: Promise<unknown> = Promise.resolve();
  app.post('/reset', { schema: { body: bodySchema } }, async (request) => {
    const wanted = request.body as Wanted;
    const organization = organizationOf(request);
    const refilled = last.then(() => refill(store, organization, wanted));
    last = refilled.catch(() => {});
    const plan = await refilled;
    faults.of(organization).clear();
    scenarios.of(organization).clear();
    return { seed: plan.seed, migrations: plan.migrations, companies: plan.companies };
  });
};

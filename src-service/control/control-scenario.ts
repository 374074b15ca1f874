import { z } from 'zod';
import { scenarioNames } from '#shared/service-control/scenario-names.ts';
import { type MountControl, organizationOf } from './control-options.ts';

const bodySchema = z.strictObject({
  next: z.enum(scenarioNames, { error: `next must be one of ${scenarioNames.join(', ')}.` }),
  times: z.int().min(1).max(1_000_000).default(1),
});

/** `/control/scenario`: POST sets how the organization's next migrations go, whoever starts them; DELETE takes that back. */
export const controlScenario: MountControl = (app, { scenarios }) => {
  app.post('/scenario', { schema: { body: bodySchema } }, async (request) => {
    const { next, times } = request.body as z.output<typeof bodySchema>;
    scenarios.of(organizationOf(request)).set(next, times);
    return { next, times };
  });
  app.delete('/scenario', async (request) => {
    scenarios.of(organizationOf(request)).clear();
    return { next: null };
  });
};

import { z } from 'zod';
import { scenarioNames } from '../migration-engine/scenarios.ts';
import type { MountControl } from './control-options.ts';

const bodySchema = z.strictObject({
  next: z.enum(scenarioNames, { error: `next must be one of ${scenarioNames.join(', ')}.` }),
  times: z.int().min(1).default(1),
});

/** `POST /control/scenario` sets how the next migrations go, whoever starts them. */
export const controlScenario: MountControl = (app, { nextScenario }) => {
  app.post('/scenario', { schema: { body: bodySchema } }, async (request) => {
    const { next, times } = request.body as z.output<typeof bodySchema>;
    nextScenario.set(next, times);
    return { next, times };
  });
};

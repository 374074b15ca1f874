import { z } from 'zod';
import { faultRuleSchema } from '../faults/fault-rule.ts';
import type { MountControl } from './control-options.ts';

const bodySchema = z.strictObject({ rules: z.array(faultRuleSchema).min(1).max(100) });

/** `/control/faults`: POST adds rules, GET lists them, DELETE takes all away and resumes stalled replies. */
export const controlFaults: MountControl = (app, { faults }) => {
  app.post('/faults', { schema: { body: bodySchema } }, async (request) => {
    faults.add((request.body as z.output<typeof bodySchema>).rules);
    return { rules: faults.list() };
  });
  app.get('/faults', async () => ({ rules: faults.list() }));
  app.delete('/faults', async () => {
    faults.clear();
    return { rules: [] };
  });
};

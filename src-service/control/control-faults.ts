import { z } from 'zod';
import { faultRuleSchema } from '#shared/service-control/fault-rule.ts';
import { Refusal } from '../http/refusal.ts';
import { type MountControl, organizationOf } from './control-options.ts';

const bodySchema = z.strictObject({ rules: z.array(faultRuleSchema).min(1).max(100) });
const paramsSchema = z.object({ id: z.coerce.number({ error: 'id must be a number.' }).int().min(1) });

/**
 * `/control/faults`: POST adds rules, GET lists them, DELETE takes all away and resumes held replies;
 * `DELETE /control/faults/{id}` does so for one rule.
 */
export const controlFaults: MountControl = (app, { faults }) => {
  app.post('/faults', { schema: { body: bodySchema } }, async (request) => {
    const own = faults.of(organizationOf(request));
    own.add((request.body as z.output<typeof bodySchema>).rules);
    return { rules: own.list() };
  });
  app.get('/faults', async (request) => ({ rules: faults.of(organizationOf(request)).list() }));
  app.delete('/faults', async (request) => {
    faults.of(organizationOf(request)).clear();
    return { rules: [] };
  });
  app.delete('/faults/:id', { schema: { params: paramsSchema } }, async (request, reply) => {
    const { id } = request.params as z.output<typeof paramsSchema>;
    const own = faults.of(organizationOf(request));
    if (!own.remove(id)) return reply.refuse(new Refusal(404, 'There is no fault rule with this id.'));
    return { rules: own.list() };
  });
};

import { z } from 'zod';
import { Refusal } from '../http/refusal.ts';
import { type MountControl, organizationOf } from './control-options.ts';

const tenYears = 10 * 366 * 86_400;
const bodySchema = z.strictObject({
  advance_seconds: z.number({ error: 'advance_seconds must be a number.' }).min(0).max(tenYears),
});

/**
 * `/control/clock`: POST moves the organization's clock forward, and whatever became due with it; DELETE puts it back to
 * the system's. What was made by the later clock would live too long by the earlier one, so going back ends every token.
 */
export const controlClock: MountControl = (app, { store, clock, moveDue }) => {
  const read = async (organization: number) => ({
    now: new Date(await clock.now(organization)).toISOString(),
    offset_ms: await store.clock.offset(organization),
  });
  app.post('/clock', { schema: { body: bodySchema } }, async (request, reply) => {
    const organization = organizationOf(request);
    const milliseconds = Math.round((request.body as z.output<typeof bodySchema>).advance_seconds * 1_000);
    if ((await store.clock.offset(organization)) + milliseconds > tenYears * 1_000) {
      const most = 'The clock can be ten years ahead at most; put it back with DELETE /control/clock first.';
      return reply.refuse(new Refusal(409, most));
    }
    await store.clock.advance(organization, milliseconds);
    await moveDue();
    return read(organization);
  });
  app.delete('/clock', async (request) => {
    const organization = organizationOf(request);
    if ((await store.clock.offset(organization)) !== 0) {
      const back = await clock.now();
      await store.clock.putBack(organization, back);
      await store.tokens.expireAll(organization, back);
      await moveDue();
    }
    return read(organization);
  });
};

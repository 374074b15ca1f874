import { z } from 'zod';
import type { MountControl } from './control-options.ts';

const tenYears = 10 * 366 * 86_400;
const bodySchema = z.strictObject({
  advance_seconds: z.number({ error: 'advance_seconds must be a number.' }).min(0).max(tenYears),
});

/** `POST /control/clock` moves the service's clock forward, and whatever became due with it. */
export const controlClock: MountControl = (app, { store, clock, moveDue }) => {
  app.post('/clock', { schema: { body: bodySchema } }, async (request) => {
    const { advance_seconds: seconds } = request.body as z.output<typeof bodySchema>;
    const offset = await store.clock.advance(Math.round(seconds * 1_000));
    await moveDue();
    return { now: new Date(await clock.now()).toISOString(), offset_ms: offset };
  });
};

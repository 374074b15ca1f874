import { z } from 'zod';
import type { MountControl } from './control-options.ts';

const tenYears = 10 * 366 * 86_400;
const bodySchema = z.strictObject({
  advance_seconds: z.number({ error: 'advance_seconds must be a number.' }).min(0).max(tenYears),
});

/**
 * `/control/clock`: POST moves the service's clock forward, and whatever became due with it; DELETE puts it back to the
 * system's. What was made by the later clock would live too long by the earlier one, so going back ends every token.
 */
export const controlClock: MountControl = (app, { store, clock, moveDue }) => {
  const read = async (offset: number) => ({ now: new Date(await clock.now()).toISOString(), offset_ms: offset });
  app.post('/clock', { schema: { body: bodySchema } }, async (request) => {
    const { advance_seconds: seconds } = request.body as z.output<typeof bodySchema>;
    const offset = await store.clock.advance(Math.round(seconds * 1_000));
    await moveDue();
    return read(offset);
  });
  app.delete('/clock', async () => {
    const offset = await store.clock.offset();
    if (offset === 0) return read(0);
    const back = (await clock.now()) - offset;
    await store.clock.putBack(back);
    await store.tokens.expireAll(back);
    await moveDue();
    return read(0);
  });
};

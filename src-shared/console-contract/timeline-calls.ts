import { z } from 'zod';
import { call } from './call.ts';

export const timelineCalls = {
  /**
   * What this console has seen of one migration in the active profile, oldest first (W1). The first entry is the first
   * sight. `possible`: whether the known steps lead there from the entry before; null where that cannot be said.
   */
  get: call(
    z.strictObject({ id: z.uuid() }),
    z.array(z.strictObject({ status: z.string(), at: z.iso.datetime(), possible: z.boolean().nullable() })),
  ),
};

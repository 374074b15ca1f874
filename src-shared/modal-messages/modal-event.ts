import { z } from 'zod';
import { brand } from '../brand.ts';
import { migrationStatusSchema } from '../migration-api/migration-status.ts';
import { modalEventTypes } from './event-types.ts';

/** Data of every event of Ferry's own modal page; `reason` comes with `failed` and `cancelled`. */
export const modalEventDataSchema = z.strictObject({
  migration_id: z.uuid(),
  status: migrationStatusSchema,
  /** By the service's clock. */
  at: z.iso.datetime(),
  reason: z.string().optional(),
  /** With `closed` or `cancelled`: the person wants to begin anew, with a fresh link token. */
  start_again: z.boolean().optional(),
});
export type ModalEventData = z.infer<typeof modalEventDataSchema>;

/** What the modal page posts to the page that frames it (specification, "Events" 1). */
export const modalMessageSchema = z.strictObject({
  source: z.literal(brand.eventSource),
  event: z.strictObject({ type: z.enum(Object.values(modalEventTypes)), data: modalEventDataSchema }),
});

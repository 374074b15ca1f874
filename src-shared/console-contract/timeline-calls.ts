import { z } from 'zod';
import { call } from './call.ts';

const changeSchema = z.strictObject({
  status: z.string(),
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Time without observations before this entry, in ms. Null if there was no gap. */
  unseenMs: z.number().nullable(),
  /** Whether the status table allows this change. Null if unknown. */
  possible: z.boolean().nullable(),
  clockSetBack: z.boolean(),
});
export type TimelineChange = z.infer<typeof changeSchema>;

const timelineSchema = z.strictObject({
  /** Oldest first. An entry with the same status as the previous entry marks a gap in the observations. */
  changes: z.array(changeSchema),
  others: z.strictObject({ migrations: z.int(), medianMs: z.number() }).nullable(),
});
export type ObservedTimeline = z.infer<typeof timelineSchema>;

export const timelineCalls = {
  get: call(z.strictObject({ id: z.uuid() }), timelineSchema),
  count: call(z.strictObject({}), z.strictObject({ entries: z.int() })),
  erase: call(z.strictObject({}), z.strictObject({ erased: z.int() })),
};

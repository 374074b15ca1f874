import { z } from 'zod';
import { appErrorCodes } from '../app-error-codes.ts';
import { maxWatched } from '../list-limits.ts';
import { call } from './call.ts';

const watchedSchema = z.strictObject({
  id: z.string(),
  status: z.string().nullable(),
  /** Time of the change to this status. Null if the status hasn't changed since the watch started. */
  changedAt: z.iso.datetime().nullable(),
  readAt: z.iso.datetime().nullable(),
  problem: z.enum(appErrorCodes).nullable(),
  companyId: z.string().nullable(),
});
export type Watched = z.infer<typeof watchedSchema>;

export const watchStateSchema = z.strictObject({
  profileId: z.string(),
  watched: z.array(watchedSchema),
  paused: z.enum(['offline', 'key']).nullable(),
});
export type WatchState = z.infer<typeof watchStateSchema>;

export const watchChangeSchema = z.strictObject({
  profileId: z.string(),
  profileName: z.string(),
  id: z.string(),
  from: z.string(),
  to: z.string(),
  company: z.string().nullable(),
});

export const watchCalls = {
  list: call(z.strictObject({}), watchStateSchema),
  /** Adds watches that last until they are removed. Adds none if that would exceed the limit. */
  add: call(z.strictObject({ ids: z.array(z.uuid()).min(1).max(maxWatched) }), watchStateSchema),
  remove: call(z.strictObject({ id: z.uuid() }), watchStateSchema),
};

import { z } from 'zod';
import { appErrorCodes } from '../app-error-codes.ts';
import { maxWatched } from '../list-limits.ts';
import { call } from './call.ts';

const watchedSchema = z.strictObject({
  id: z.string(),
  status: z.string().nullable(),
  /** Time of the change to this status. Null if the status hasn't changed since the watch started. */
  changedAt: z.iso.datetime().nullable(),
  addedAt: z.iso.datetime(),
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
export type WatchChange = z.infer<typeof watchChangeSchema>;

const watchArgs = z.strictObject({ id: z.uuid() });

export const watchCalls = {
  list: call(z.strictObject({}), watchStateSchema),
  /** Adds a watch that lasts until it is removed. Does nothing if the migration is already watched. */
  add: call(watchArgs, watchStateSchema),
  /** Adds several watches. Adds none if that would exceed the limit. */
  addAll: call(z.strictObject({ ids: z.array(z.uuid()).min(1).max(maxWatched) }), watchStateSchema),
  remove: call(watchArgs, watchStateSchema),
};

import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { attentionKinds } from '../attention.ts';
import { selectionLimits, rowsByIds } from '../list-limits.ts';
import { call } from './call.ts';
import { companyRowSchema } from './companies-calls.ts';
import { groupKeys, loadedQuerySchema, resourceSchema } from './loaded-query.ts';
import { listedMigrationSchema } from './migrations-calls.ts';

export const loadedLimits = {
  /** Rows per page, which is the specification's maximum. */
  pageSize: 100,
  rows: 1_000_000,
  /** Maximum for all profiles, about 250 MB. Above this limit, the least recently used profile loses its rows. */
  rowsOfAllProfiles: 2_000_000,
} as const;

const loadPhases = ['none', 'loading', 'paused', 'waiting', 'complete', 'failed', 'cancelled'] as const;

export const loadedStateSchema = z.strictObject({
  resource: resourceSchema,
  profileId: z.string(),
  /** `waiting`: until a failed page is retried, or until the delay that the service requested is over. */
  phase: z.enum(loadPhases),
  pausedAt: z.iso.datetime().nullable(),
  nextTryAt: z.iso.datetime().nullable(),
  /** True if this load only fetches newer rows, from page 1 until a known ID appears. */
  isTopUp: z.boolean(),
  rows: z.int(),
  total: z.int().nullable(),
  requests: z.strictObject({ done: z.int(), planned: z.int().nullable() }),
  rowsPerSecond: z.number().nullable(),
  remainingMs: z.number().nullable(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  toppedUpAt: z.iso.datetime().nullable(),
  /** Reported rows that weren't loaded. Null until the load is complete, or if the service reports no total. */
  missing: z.int().nullable(),
  /** Rows that couldn't be read. They don't count as loaded. */
  unreadable: z.int(),
  problem: appErrorSchema.nullable(),
  version: z.int(),
});
export type LoadedState = z.infer<typeof loadedStateSchema>;

/** Cost of a full load. Every number is null if the service reports no total. */
const loadPlanSchema = z.strictObject({
  rows: z.int().nullable(),
  requests: z.int().nullable(),
  seconds: z.number().nullable(),
});
export type LoadPlan = z.infer<typeof loadPlanSchema>;

const windowOf = <Resource extends string, Row extends z.ZodType>(resource: Resource, row: Row) =>
  z.strictObject({
    resource: z.literal(resource),
    loaded: z.int(),
    matched: z.int(),
    rows: z.array(row),
  });

const loadedWindowSchema = z.discriminatedUnion('resource', [
  windowOf('migrations', listedMigrationSchema),
  windowOf('companies', companyRowSchema),
]);
export type LoadedWindow = z.infer<typeof loadedWindowSchema>;

/** Number of rows per value, largest group first. Groups by day start with the newest day. */
const loadedGroupsSchema = z.strictObject({
  matched: z.int(),
  /** At most 1,000 groups. */
  groups: z.array(
    z.strictObject({
      /** Status, company ID, provider, user or day ("2026-11-20"); `''` for rows without a value. */
      key: z.string(),
      label: z.string().nullable(),
      count: z.int(),
      newest: z.iso.datetime().nullable(),
    }),
  ),
  left: z.strictObject({ groups: z.int(), rows: z.int() }),
});
export type LoadedGroups = z.infer<typeof loadedGroupsSchema>;

/** Counts over all loaded migrations, or over the newest 100 if none are loaded. */
const overviewSchema = z.strictObject({
  profileId: z.string(),
  source: z.enum(['loaded', 'sample', 'none']),
  rows: z.int(),
  total: z.int().nullable(),
  to: z.iso.datetime().nullable(),
  byStatus: z.array(
    z.strictObject({
      status: z.string(),
      count: z.int(),
      lastDay: z.int(),
      longestSince: z.iso.datetime().nullable(),
    }),
  ),
  /** Largest group first. Null: migrations without a company. `''`: the company's provider is missing or unknown. */
  byProvider: z.array(z.strictObject({ provider: z.string().nullable(), count: z.int() })),
  /** Migrations that changed since the last visit. Null on the first visit and without loaded rows. */
  visit: z.strictObject({ at: z.iso.datetime(), changed: z.int(), failed: z.int() }).nullable(),
  /** Migrations that need attention (C44). Excludes handled migrations. */
  attention: z.strictObject({
    counts: z.strictObject({ stuck: z.int(), failed: z.int(), waiting: z.int(), partial: z.int() }),
    /** Migrations marked as handled, which would otherwise need attention. */
    handled: z.int(),
    /** The first six migrations of each kind. Stuck migrations are sorted by age, the others newest first. */
    lines: z.array(z.strictObject({ kind: z.enum(attentionKinds), migration: listedMigrationSchema })),
    /** The ten newest complete, unhandled migrations. Only reports tell whether the destination changed items. */
    complete: z.array(listedMigrationSchema),
  }),
});
export type Overview = z.infer<typeof overviewSchema>;

const resourceArgs = z.strictObject({ resource: resourceSchema });
const rowsArgs = resourceArgs.extend({ query: loadedQuerySchema });
const idSchema = z.string().min(1).max(200);

export const loadedCalls = {
  state: call(resourceArgs, loadedStateSchema),
  /** Requests the total from the service if it is unknown. */
  plan: call(resourceArgs, loadPlanSchema),
  /** Drops the loaded rows and starts a new load in the background. Does nothing while a load is running. */
  start: call(resourceArgs, loadedStateSchema),
  /** Fetches newer rows, from page 1 until a known ID appears. Does nothing without loaded rows. */
  topUp: call(resourceArgs, loadedStateSchema),
  pause: call(resourceArgs, loadedStateSchema),
  resume: call(resourceArgs, loadedStateSchema),
  /** Cancels a load. Rows loaded so far stay. */
  cancel: call(resourceArgs, loadedStateSchema),
  /** Returns rows `offset` to `offset + limit` in the order of the query. Cancelling the call stops the query. */
  window: call(rowsArgs.extend({ offset: z.int().min(0), limit: z.int().min(1).max(200) }), loadedWindowSchema),
  /** Returns the IDs of rows `offset` to `offset + limit` in the order of the query. */
  ids: call(
    rowsArgs.extend({
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(selectionLimits.ids),
    }),
    z.strictObject({ ids: z.array(z.string()) }),
  ),
  among: call(
    rowsArgs.extend({ ids: z.array(idSchema).max(selectionLimits.ids) }),
    z.strictObject({ matched: z.int() }),
  ),
  /** Returns the migrations with these IDs that this console has read, in the order of the IDs. */
  byIds: call(
    z.strictObject({ ids: z.array(idSchema).max(rowsByIds) }),
    z.strictObject({ profileId: z.string(), rows: z.array(listedMigrationSchema) }),
  ),
  groups: call(
    rowsArgs.extend({
      by: z.enum(groupKeys),
      /** Returns only groups whose key or label contains every word of this text. */
      label: z.string().max(200).default(''),
    }),
    loadedGroupsSchema,
  ),
  overview: call(z.strictObject({}), overviewSchema),
  /** Returns when an earlier run of the console last observed the profile. Null on the first visit. */
  lastVisit: call(z.strictObject({}), z.strictObject({ at: z.iso.datetime().nullable() })),
};

import { z } from 'zod';
import { call } from './call.ts';
import { changesOf } from './changes-of.ts';

/** Hours without a change after which a migration in this status counts as stuck (W9). */
const stuckHoursSchema = z.strictObject({
  WORKING: z.number().min(0.1).max(2_000),
  PENDING_USER_INPUT: z.number().min(0.1).max(2_000),
  NOT_STARTED: z.number().min(0.1).max(2_000),
});
export type StuckHours = z.output<typeof stuckHoursSchema>;

const watchSteps = [15, 30, 60, 300] as const;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'This must be a time of day such as 19:00.' });
/** Times in this device's local time. During quiet hours, alerts are counted but not shown as notifications. */
const quietHoursSchema = z.strictObject({ isOn: z.boolean(), from: timeOfDay, to: timeOfDay, weekend: z.boolean() });

const columnId = z.string().regex(/^[a-z-]{1,40}$/);

/** The page decides the position of a column without an entry. */
export const tableLayoutSchema = z.object({
  hidden: z.array(columnId).max(30).default([]),
  order: z.array(columnId).max(30).default([]),
  widths: z.record(columnId, z.int().min(40).max(2_000)).default({}),
  density: z.enum(['compact', 'normal', 'relaxed']).optional(),
});
export type TableLayout = z.output<typeof tableLayoutSchema>;
const tablesSchema = z.record(columnId, tableLayoutSchema);

const portSchema = z.int().min(1_024).max(65_535);

/** Settings for all profiles. Every field needs a default, so that older files stay readable. */
export const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  density: z.enum(['compact', 'normal', 'relaxed']).default('normal'),
  pageSize: z.union([z.literal(10), z.literal(25), z.literal(50), z.literal(100)]).default(25),
  timeZone: z.enum(['local', 'utc']).default('local'),
  times: z.enum(['relative', 'absolute']).default('relative'),
  watchSeconds: z.literal(watchSteps).default(30),
  tables: tablesSchema.default({}),
  autoRefreshSeconds: z.union([z.literal(0), z.literal(10), z.literal(30), z.literal(60)]).default(0),
  loadAllBySelf: z.boolean().default(true),
  stuckHours: stuckHoursSchema.default({ WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 }),
  quietHours: quietHoursSchema.default({ isOn: false, from: '19:00', to: '07:00', weekend: false }),
  welcomeBannerClosed: z.boolean().default(false),
  closedHints: z.array(z.string().max(40)).max(20).default([]),
  /** Whether the Sandbox's clock was ahead at the last read. If so, the first page waits for the Sandbox's banner. */
  sandboxAhead: z.boolean().default(false),
  /** Port of the Sandbox at every start; null uses a free port. */
  sandboxPort: portSchema.nullable().default(null),
});
export type Preferences = z.output<typeof preferencesSchema>;

/** `tables` replaces the layouts of all tables, so the page must send the complete set. */
const preferenceChangesSchema = changesOf(preferencesSchema.shape);
export type PreferenceChanges = z.output<typeof preferenceChangesSchema>;

export const settingsNoticeSchema = z.discriminatedUnion('kind', [
  /**
   * A damaged or missing file. The console uses the backup, or the defaults if `backupAt` is null. `keptAs`: path of the
   * damaged file. Null if there is none.
   */
  z.strictObject({ kind: z.literal('damaged'), backupAt: z.iso.datetime().nullable(), keptAs: z.string().nullable() }),
  /** A newer console wrote the file. The console moved the file aside and uses the defaults. */
  z.strictObject({ kind: z.literal('newer'), version: z.int(), keptAs: z.string() }),
  /** The file could neither be read nor moved aside. The console uses the defaults or the backup and saves nothing. */
  z.strictObject({ kind: z.literal('unreadable'), detail: z.string() }),
]);
export type SettingsNotice = z.infer<typeof settingsNoticeSchema>;

const managedProblemSchema = z.strictObject({
  summary: z.string(),
  faults: z.array(z.string()).readonly(),
  /** Sentence that tells the user how the console behaves until the file is fixed. */
  meanwhile: z.string(),
});
export type ManagedProblem = z.infer<typeof managedProblemSchema>;

const managedViewSchema = z.strictObject({
  file: z.string().nullable(),
  problem: managedProblemSchema.nullable(),
  readOnly: z.boolean(),
  /** If true, the console can call only the URLs in the file and the Sandbox. */
  networkLimited: z.boolean(),
  /** Preferences that the administrator set. Changing one fails with `managed`. */
  preferences: z.array(preferencesSchema.keyof()).readonly(),
});

export const settingsViewSchema = z.strictObject({
  preferences: preferencesSchema,
  notice: settingsNoticeSchema.nullable(),
  managed: managedViewSchema,
  file: z.string(),
  savedAt: z.iso.datetime().nullable(),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

export const settingsCalls = {
  get: call(z.strictObject({}), settingsViewSchema),
  change: call(preferenceChangesSchema, settingsViewSchema),
  dismissNotice: call(z.strictObject({}), settingsViewSchema),
};

import { z } from 'zod';
import { maxLinkLength } from '../deep-links/deep-link.ts';
import { alertsChangedSchema } from './alerts-calls.ts';
import { consoleStateSchema } from './console-calls.ts';
import { foundInProfileSchema, searchedProfileSchema } from './everywhere-calls.ts';
import { exportStateSchema } from './export-calls.ts';
import { listenerChangedSchema } from './listener-calls.ts';
import { loadedStateSchema } from './loaded-calls.ts';
import { tokenRecordsSchema } from './link-tokens-calls.ts';
import { labChangedSchema } from './modal-lab-calls.ts';
import { profileListSchema } from './profiles-calls.ts';
import { requestsChangedSchema } from './requests-calls.ts';
import { brandViewSchema, sandboxViewSchema } from './sandbox-calls.ts';
import { settingsViewSchema } from './settings-calls.ts';
import { listedMigrationSchema } from './migrations-calls.ts';
import { tokenLabChangedSchema } from './token-lab-calls.ts';
import { savedViewSchema } from './views-calls.ts';
import { watchChangeSchema, watchStateSchema } from './watch-calls.ts';

/** What a host's menu can ask of the page: pages by their route, the palette and the sheet of keys. */
const menuItems = [
  'overview',
  'migrations',
  'companies',
  'alerts',
  'link-tokens',
  'modal-lab',
  'webhooks',
  'requests',
  'sandbox',
  'settings',
  'help',
  'palette',
  'shortcuts',
] as const;
export type MenuAskedItem = (typeof menuItems)[number];

export const events = {
  'console:state-changed': consoleStateSchema,
  'profiles:changed': profileListSchema,
  'settings:changed': settingsViewSchema,
  'watch:changed': watchStateSchema,
  'watch:status-changed': watchChangeSchema,
  'views:changed': z.array(savedViewSchema),
  'triage:changed': z.strictObject({ profileId: z.string(), ids: z.array(z.string()) }),
  'alerts:changed': alertsChangedSchema,
  'companies:directory-changed': z.strictObject({ known: z.int() }),
  /** Migrations whose status is newer than in earlier replies, or of which more is known by now. */
  'migrations:changed': z.strictObject({ profileId: z.string(), rows: z.array(listedMigrationSchema) }),
  'sandbox:changed': sandboxViewSchema,
  'sandbox:brand-changed': brandViewSchema,
  'tokenLab:changed': tokenLabChangedSchema,
  /** The listener of a profile has read, sent or lost something; at most four times a second. */
  'listener:changed': listenerChangedSchema,
  /** The host's menu asks for fresh data; nothing is reloaded. */
  'console:refresh-asked': z.strictObject({}),
  'console:menu-asked': z.strictObject({ item: z.enum(menuItems) }),
  /** The system has handed over a link, which is read by the page: it can be anything, and a good one only shows something. */
  'console:link-asked': z.strictObject({ link: z.string().max(maxLinkLength + 1) }),
  /** A notification asks for the drawer of this migration; it does nothing else. */
  'console:migration-asked': z.strictObject({ id: z.uuid() }),
  'linkTokens:changed': tokenRecordsSchema,
  'modalLab:changed': labChangedSchema,
  /** Calls were recorded, or the request log was cleared or paused; at most four times a second. */
  'requests:changed': requestsChangedSchema,
  /** Rows were loaded, or a load went on or ended; at most four times a second and resource. */
  'loaded:changed': loadedStateSchema,
  /** An export went on or ended; at most four times a second. */
  'exports:changed': exportStateSchema,
  'everywhere:found': z.strictObject({ id: z.uuid(), found: foundInProfileSchema }),
  'everywhere:searched': z.strictObject({ text: z.string(), searched: searchedProfileSchema }),
};
export type Events = typeof events;

import { z } from 'zod';
import { maxLinkLength } from '../deep-links/deep-link.ts';
import { alertsChangedSchema } from './alerts-calls.ts';
import { consoleStateSchema } from './console-calls.ts';
import { searchedProfileSchema } from './everywhere-calls.ts';
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
  /** Migrations whose status is newer, or that have more details, than in earlier responses. */
  'migrations:changed': z.strictObject({ profileId: z.string(), rows: z.array(listedMigrationSchema) }),
  'sandbox:changed': sandboxViewSchema,
  'sandbox:brand-changed': brandViewSchema,
  'tokenLab:changed': tokenLabChangedSchema,
  /** A profile's listener has read, sent or lost events. At most four per second. */
  'listener:changed': listenerChangedSchema,
  /** The host's menu asks the page to refresh its data without reloading the page. */
  'console:refresh-asked': z.strictObject({}),
  'console:menu-asked': z.strictObject({ item: z.enum(menuItems) }),
  /** A link from the operating system, not validated yet. Opening a valid link changes no data. */
  'console:link-asked': z.strictObject({ link: z.string().max(maxLinkLength + 1) }),
  'console:migration-asked': z.strictObject({ id: z.uuid() }),
  'linkTokens:changed': tokenRecordsSchema,
  'modalLab:changed': labChangedSchema,
  /** Calls were recorded, or the request log was cleared or paused. At most four per second. */
  'requests:changed': requestsChangedSchema,
  /** A load progressed or ended. At most four per second and resource. */
  'loaded:changed': loadedStateSchema,
  /** An export progressed or ended. At most four per second. */
  'exports:changed': exportStateSchema,
  'everywhere:searched': z.strictObject({ text: z.string(), searched: searchedProfileSchema }),
};
export type Events = typeof events;

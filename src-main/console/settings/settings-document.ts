import { z } from 'zod';
import { environments } from '#shared/environments.ts';
import { alertLimits } from '#shared/alert-limits.ts';
import { alertRuleSchema } from '#shared/console-contract/alerts-calls.ts';
import { profileIdSchema, sandboxProfileId, ticketTemplateSchema } from '#shared/console-contract/profiles-calls.ts';
import { profileColours } from '#shared/profile-colours.ts';
import { truncateStatus } from '#shared/migration-api/migration-status.ts';
import { preferencesSchema } from '#shared/console-contract/settings-calls.ts';
import { savedViewSchema } from '#shared/console-contract/views-calls.ts';
import { readBaseAddress } from '../addresses/base-address.ts';
import { plainName } from '#shared/plain-name.ts';

/** Version of the settings file. A change that older consoles would misread needs a new version and an upgrade. */
export const settingsVersion = 1;

/** A hand-edited file must contain only URLs that the form accepts. */
const isStoredAddress = (text: string): boolean => {
  const address = readBaseAddress(text);
  return address.ok && address.baseURL === text;
};

const storedProfileSchema = z.object({
  id: profileIdSchema,
  // A name from an earlier version may consist of invisible characters only.
  name: z
    .string()
    .min(1)
    .max(60)
    .overwrite((name) => plainName(name) || name),
  environment: z.enum(environments),
  baseURL: z.string().max(2_000).refine(isStoredAddress),
  colour: z.enum(profileColours),
  caFile: z.string().nullable(),
  companiesPageSizeParameter: z.string().min(1).max(40),
  readOnly: z.boolean().default(false),
  // A hand-edited template must not make the file invalid.
  ticketTemplate: ticketTemplateSchema.nullable().default(null).catch(null),
});
export type StoredProfile = z.infer<typeof storedProfileSchema>;

/** Describes the key that the keychain should contain, because a locked keyring seems empty. Contains no secret. */
const expectedKeySchema = z.object({
  profileId: profileIdSchema,
  origin: z.string(),
  lastFour: z.string().max(4),
  prefix: z.string().nullable(),
  storedAt: z.iso.datetime(),
});
export type ExpectedKey = z.infer<typeof expectedKeySchema>;

const storedWatchSchema = z.object({
  profileId: profileIdSchema,
  migrationId: z.uuid(),
  addedAt: z.iso.datetime(),
  status: z.string().transform(truncateStatus).nullable(),
  changedAt: z.iso.datetime().nullable(),
});
export type StoredWatch = z.infer<typeof storedWatchSchema>;

const storedViewSchema = z.object({ ...savedViewSchema.shape, profileId: profileIdSchema });
export type StoredView = z.output<typeof storedViewSchema>;

/** A profile without an entry uses the default rules. */
const storedAlertRulesSchema = z.object({
  profileId: profileIdSchema,
  rules: z.array(alertRuleSchema).max(alertLimits.rules),
});

/** Drops unknown fields, so that files from a slightly newer console can be opened. */
export const settingsDocumentSchema = z.object({
  version: z.literal(settingsVersion),
  activeProfileId: profileIdSchema,
  profiles: z.array(storedProfileSchema).max(200),
  expectedKeys: z.array(expectedKeySchema).max(400),
  // Always empty. Consoles up to 0.1.0 reject a file without this list.
  verified: z.tuple([]).catch([]),
  watches: z.array(storedWatchSchema).max(10_000).default([]),
  views: z.array(storedViewSchema).max(20_000).default([]),
  alertRules: z.array(storedAlertRulesSchema).max(400).default([]),
  preferences: z.object(preferencesSchema.shape),
  appKeys: z.array(z.uuid()).max(200).default([]),
});
export type SettingsDocument = z.output<typeof settingsDocumentSchema>;

export const defaultSettings = (): SettingsDocument =>
  settingsDocumentSchema.parse({
    version: settingsVersion,
    activeProfileId: sandboxProfileId,
    profiles: [],
    expectedKeys: [],
    preferences: {},
  });

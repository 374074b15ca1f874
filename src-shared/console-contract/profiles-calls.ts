import { z } from 'zod';
import { profileColours } from '../profile-colours.ts';
import { keyViewSchema } from './api-key-calls.ts';
import { environments } from '../environments.ts';
import { maxNameLength } from '../name-length.ts';
import { call } from './call.ts';
import { changesOf } from './changes-of.ts';
import { plainName } from '../plain-name.ts';
import { findTemplateProblem, maxTemplateLength, ticketFormats } from '../ticket-template.ts';

export const sandboxProfileId = 'sandbox';
export const profileIdSchema = z.string().regex(/^[a-z0-9-]{1,64}$/, { error: "This isn't a profile ID." });

export const ticketTemplateSchema = z
  .strictObject({ format: z.enum(ticketFormats), text: z.string().max(maxTemplateLength) })
  .superRefine((template, context) => {
    const problem = findTemplateProblem(template);
    if (problem) context.addIssue({ code: 'custom', message: problem.slice(0, -1) });
  });

/** Checks lengths and types only. The trusted process checks URLs and files. */
const fields = {
  name: z.string().overwrite(plainName).min(1).max(maxNameLength),
  environment: z.enum(environments),
  baseURL: z.string().max(2_000),
  /** If omitted, the console picks a color. Production is always magenta. */
  colour: z.enum(profileColours).optional(),
  caFile: z.string().min(1).max(1_000).nullable().default(null),
  /** Name of the page-size parameter, which the specification doesn't define for companies. */
  companiesPageSizeParameter: z
    .string()
    .regex(/^[A-Za-z_][\w.-]{0,39}$/, { error: 'A parameter name can contain letters, digits, "_", "." and "-".' })
    .default('page_size'),
  readOnly: z.boolean().default(false),
  /** Null for the default text. */
  ticketTemplate: ticketTemplateSchema.nullable().default(null),
};
export const profileDraftSchema = z.strictObject(fields);
export type ProfileDraft = z.output<typeof profileDraftSchema>;

const profileChangesSchema = changesOf(fields);
export type ProfileChanges = z.output<typeof profileChangesSchema>;

export const profileViewSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  environment: z.enum(environments),
  baseURL: z.string().nullable(),
  colour: z.string(),
  caFile: z.string().nullable(),
  companiesPageSizeParameter: z.string(),
  readOnly: z.boolean(),
  ticketTemplate: ticketTemplateSchema.nullable(),
  /** True for the Sandbox, which can't be changed or removed and needs no key. */
  builtIn: z.boolean(),
  /** Fields that the managed configuration sets. A profile with locked fields can't be removed. */
  lockedFields: z.array(z.enum(['name', 'environment', 'baseURL', 'colour', 'caFile', 'companiesPageSizeParameter'])),
  /** Determined without reading the keychain. Null if the user must enter a key. */
  key: keyViewSchema.nullable(),
});
export type ProfileView = z.infer<typeof profileViewSchema>;

export const profileListSchema = z.strictObject({ activeId: z.string(), profiles: z.array(profileViewSchema) });
export type ProfilesView = z.infer<typeof profileListSchema>;

const connectionTestSchema = z.strictObject({
  latencyMs: z.number(),
  serviceVersion: z.string().nullable(),
  profile: profileViewSchema,
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;

const profileArgs = z.strictObject({ id: profileIdSchema });

export const profileDataKinds = ['timeline', 'triage', 'alerts', 'views', 'watches', 'proofs', 'listened'] as const;
const profileDataItemSchema = z.strictObject({
  kind: z.enum(profileDataKinds),
  count: z.int().min(1).nullable(),
});
export type ProfileDataItem = z.infer<typeof profileDataItemSchema>;

export const profilesCalls = {
  list: call(z.strictObject({}), profileListSchema),
  /** Adds a profile without a key. Doesn't activate it. */
  add: call(profileDraftSchema, profileViewSchema),
  /** Changes a profile. A new origin deletes the key and sets `keyDropped`; the user must then enter a key. */
  edit: call(
    z.strictObject({ id: profileIdSchema, changes: profileChangesSchema }),
    z.strictObject({ profile: profileViewSchema, keyDropped: z.boolean() }),
  ),
  removal: call(
    profileArgs,
    z.strictObject({
      name: z.string(),
      key: keyViewSchema.nullable(),
      profileData: z.array(profileDataItemSchema),
    }),
  ),
  /** Removes a profile with its key and data, and activates the Sandbox. `leaveKey`: don't delete the key. */
  remove: call(z.strictObject({ id: profileIdSchema, leaveKey: z.boolean().default(false) }), profileListSchema),
  switch: call(profileArgs, profileViewSchema),
  test: call(profileArgs, connectionTestSchema),
  /** Returns the profiles as the contents of a file, without keys and local paths. */
  export: call(
    z.strictObject({ ids: z.array(profileIdSchema).min(1).max(100) }),
    z.strictObject({ fileName: z.string(), text: z.string() }),
  ),
  import: call(
    z.strictObject({ text: z.string().max(1_000_000) }),
    z.strictObject({
      added: z.array(profileViewSchema),
      refused: z.array(z.strictObject({ name: z.string(), problem: z.string() })),
    }),
  ),
};

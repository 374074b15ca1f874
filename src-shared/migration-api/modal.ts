import { providerLimits } from './provider-limits.ts';
import { z } from 'zod';
import { isStorable } from './storable-text.ts';
import { migrationStatusSchema } from './migration-status.ts';

export const linkTokenSchema = z.strictObject({
  link_token: z.string().describe('Opaque string, valid for 60 s and for one exchange'),
});

export const createAccessTokenBodySchema = z.object({
  link_token: z.string({ error: 'link_token must be a string.' }).min(1, 'link_token must not be empty.'),
});
export const accessTokenSchema = z.strictObject({ access_token: z.string().describe('Opaque, 1 h') });

/** Maximum length of an email path without brackets (RFC 5321, 4.5.3.1.3). */
const maxMailAddressLength = 254;

/**
 * Parts of an email address as in `format: email` (RFC 5321, 4.1.2): at most 64 characters before the `@`, and at most
 * 63 per domain label. Quoted names and address literals are invalid.
 */
const atom = String.raw`[\w!#$%&'*+/=?^\x60{|}~-]+`;
// Hyphens at positions three and four mark an encoded name (RFC 5891, 4.2.3.1).
const label = '(?!(?![Xx][Nn])..--)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const mailAddress = new RegExp(`^(?!.{65,}@)${atom}(?:\\.${atom})*@${label}(?:\\.${label})*$`);

/** An end user: a UUID or an email address (specification, "LinkOptions"). */
const userIdSchema = z.union([z.uuid(), z.email({ pattern: mailAddress }).max(maxMailAddressLength)], {
  error: 'user_id must be a UUID or an email address.',
});

const withoutNul = 'source_providers must be strings without NUL characters.';

/** A BCP 47 language tag. Also accepts an underscore (`pt_BR`), which some systems use. */
const localeSchema = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8})*$/, 'locale must be a language tag such as de or pt-BR.')
  .describe(
    "Language of the modal. Default: the browser's language, or English if the modal isn't available in that language",
  );

const sourceProvidersSchema = z
  .array(
    z
      .string()
      .min(1)
      .max(providerLimits.letters)
      // PostgreSQL can't store NUL. The pattern shows this restriction in the OpenAPI document.
      .regex(new RegExp(String.raw`^[^\u0000]*$`), withoutNul)
      .refine(isStorable, withoutNul),
  )
  .max(providerLimits.names);

const metadataLimits = { keys: 20, keyCharacters: 40, valueCharacters: 500 } as const;
const metadataRule = `${metadataLimits.keys} strings of at most ${metadataLimits.valueCharacters} characters, with names of 1 to ${metadataLimits.keyCharacters} characters`;
const metadataError = `metadata must have at most ${metadataRule}.`;

const storable = (text: z.ZodString): z.ZodString => text.refine(isStorable, metadataError);

/** The organization's own data about a session. Webhooks contain it. */
export const metadataSchema = z
  .record(
    storable(z.string({ error: metadataError }).min(1, metadataError).max(metadataLimits.keyCharacters, metadataError)),
    storable(z.string({ error: metadataError }).max(metadataLimits.valueCharacters, metadataError)),
    { error: metadataError },
  )
  .refine((metadata) => Object.keys(metadata).length <= metadataLimits.keys, metadataError)
  .meta({ description: `At most ${metadataRule}`, maxProperties: metadataLimits.keys });

/** Session properties that a link token fixes. A page can't override them. */
export const boundSessionSchema = z.object({
  user_id: userIdSchema.optional().describe('The only user that the session accepts'),
  source_providers: sourceProvidersSchema.min(1, 'source_providers must not be empty.').optional(),
  locale: localeSchema.optional(),
  metadata: metadataSchema.optional().describe('Returned in webhooks'),
});
export type BoundSession = z.output<typeof boundSessionSchema>;

export const createLinkTokenBodySchema = boundSessionSchema.loose();

export const resumeModalQuerySchema = z.object({ locale: localeSchema.optional() });

/** Body of `POST /migration-modal`. `user_id` is required unless the link token is bound to a user. */
export const createModalBodySchema = z.object({
  user_id: userIdSchema.optional(),
  locale: localeSchema.optional(),
  source_providers: sourceProvidersSchema.optional(),
  sdk_version: z.string().max(100).optional().describe('Version of the SDK, shown in the activity'),
});

/** Modal record as created (specification, "Modal record"). */
export const modalSchema = z.strictObject({ url: z.url() });
/** Modal record when resumed: includes the status of its migration. */
export const resumedModalSchema = z.strictObject({ url: z.url(), status: migrationStatusSchema });

export const resultCountsSchema = z.strictObject({
  copied: z.int().min(0),
  altered: z.int().min(0),
  skipped: z.int().min(0),
  failed: z.int().min(0),
});

/** `outcome` is the same modal event that the SDK passes to the page. Omitted while the migration is in progress. */
export const sessionOutcomeSchema = resumedModalSchema.extend({
  outcome: z
    .strictObject({
      source: z.literal('ferry_modal'),
      event: z.strictObject({
        type: z.enum(['migration_modal.completed', 'migration_modal.failed', 'migration_modal.cancelled']),
        data: z.strictObject({
          migration_id: z.uuid(),
          status: migrationStatusSchema,
          at: z.iso.datetime().describe('When the migration ended'),
          reason: z.string().optional(),
          counts: resultCountsSchema.nullable().optional(),
        }),
      }),
    })
    .optional(),
});

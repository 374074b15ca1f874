import { z } from 'zod';

/** JSON style of a body; `other` if no common serializer produces this style. */
const jsonStyleSchema = z.strictObject({
  spacing: z.enum(['compact', 'two', 'four', 'tab', 'python', 'other']),
  order: z.enum(['original', 'sorted', 'service']),
  escapes: z.enum(['none', 'ascii', 'dotnet', 'slash', 'php', 'html']),
});
export type JsonForm = z.infer<typeof jsonStyleSchema>;

const bodyChanges = ['spacing', 'order', 'escapes', 'end', 'line_ends', 'values'] as const;
export type BodyChange = (typeof bodyChanges)[number];

const bodyEncodings = ['utf16', 'latin1', 'bom_added', 'bom_lost', 'normalized', 'replaced'] as const;
export type BodyEncoding = (typeof bodyEncodings)[number];

/** Why receivers reject the format: a space after the comma, URL-safe base64, wrong padding, or text around it. */
const signatureFaults = ['space', 'url_letters', 'padding', 'joined'] as const;
export type SignatureFault = (typeof signatureFaults)[number];

const findingSchema = z.discriminatedUnion('cause', [
  z.strictObject({
    cause: z.literal('header_missing'),
    names: z.array(z.string()),
    /** Similar header names that aren't webhook headers. */
    instead: z.array(z.string()),
  }),
  z.strictObject({ cause: z.literal('timestamp_unreadable'), received: z.string(), milliseconds: z.boolean() }),
  z.strictObject({
    cause: z.literal('version_missing'),
    form: z.enum(['bare', 'hex', 'other_version', 'unreadable']),
    received: z.string(),
  }),
  /** The signature's bytes are right, but receivers compare signatures as text. */
  z.strictObject({ cause: z.literal('signature_inexact'), why: z.enum(signatureFaults), received: z.string() }),
  z.strictObject({
    cause: z.literal('secret_not_base64'),
    why: z.enum(['empty', 'letters', 'url_letters', 'quotes', 'length']),
  }),
  /** Seconds that the timestamp is behind the receiver's clock; negative if the timestamp is ahead. */
  z.strictObject({ cause: z.literal('clock'), seconds: z.int() }),
  z.strictObject({ cause: z.literal('old_secret') }),
  z.strictObject({
    cause: z.literal('body_rewritten'),
    signed: jsonStyleSchema.nullable(),
    pasted: jsonStyleSchema.nullable(),
    changes: z.array(z.enum(bodyChanges)),
  }),
  z.strictObject({ cause: z.literal('body_encoding'), encoding: z.enum(bodyEncodings) }),
  /** The body isn't valid JSON, for example because its end is missing. */
  z.strictObject({ cause: z.literal('body_cut') }),
  z.strictObject({ cause: z.literal('other_timestamp'), expected: z.string(), received: z.string() }),
  z.strictObject({ cause: z.literal('other_event'), expected: z.string(), received: z.string() }),
  /** `asSent`: the body looks exactly as Ferry Service sends it, so the secret is more likely wrong than the body. */
  z.strictObject({ cause: z.literal('wrong_secret'), asSent: z.boolean() }),
]);
export type Finding = z.infer<typeof findingSchema>;
export type SignatureCause = Finding['cause'];

const checkNames = ['headers', 'version', 'clock', 'secret_form', 'secret', 'body'] as const;
export type CheckName = (typeof checkNames)[number];

const bytesSchema = z.strictObject({ length: z.int(), hex: z.string() });

export const signatureResultSchema = z.strictObject({
  right: z.boolean(),
  /** Most likely cause first. Empty if the signature is valid. */
  findings: z.array(findingSchema),
  checks: z.record(z.enum(checkNames), z.enum(['good', 'bad', 'open'])),
  /** Seconds between the timestamp and the check, measured with this device's clock. Null without a timestamp. */
  ageSeconds: z.int().nullable(),
  /** Null if the secret can't be decoded. */
  keyBytes: z.int().nullable(),
  bodies: z.strictObject({ signed: bytesSchema, pasted: bytesSchema }).nullable(),
});
export type SignatureResult = z.infer<typeof signatureResultSchema>;

export const signatureArgsSchema = z.strictObject({
  headers: z.string().max(65_536),
  body: z.string().max(262_144),
  secret: z.string().max(1_000),
  otherSecret: z.string().max(1_000).default(''),
  receivedAt: z.iso.datetime({ offset: true }).nullable().default(null),
});

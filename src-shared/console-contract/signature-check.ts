import { z } from 'zod';

/** JSON style of a body; `other` if no common serializer writes like this. */
const jsonFormSchema = z.strictObject({
  spacing: z.enum(['compact', 'two', 'four', 'tab', 'python', 'other']),
  order: z.enum(['kept', 'sorted', 'service']),
  escapes: z.enum(['none', 'ascii', 'dotnet', 'slash', 'php', 'html']),
});
export type JsonForm = z.infer<typeof jsonFormSchema>;

const bodyChanges = ['spacing', 'order', 'escapes', 'end', 'line_ends', 'values'] as const;
export type BodyChange = (typeof bodyChanges)[number];

/** How the bytes of the body were read or written otherwise than as UTF-8. */
const bodyEncodings = ['utf16', 'latin1', 'bom_added', 'bom_lost', 'normalized', 'replaced'] as const;
export type BodyEncoding = (typeof bodyEncodings)[number];

/**
 * In what a signature is written otherwise than receivers compare it: a blank at the comma of its version, the base64 of
 * addresses, an end that is not that of its bytes, or something else than blanks around it.
 */
const signatureFaults = ['space', 'url_letters', 'padding', 'joined'] as const;
export type SignatureFault = (typeof signatureFaults)[number];

const certain = z.boolean();

const findingSchema = z.discriminatedUnion('cause', [
  z.strictObject({
    cause: z.literal('header_missing'),
    certain,
    names: z.array(z.string()),
    /** Names like those, which are no headers of a webhook. */
    instead: z.array(z.string()),
  }),
  z.strictObject({
    cause: z.literal('timestamp_unreadable'),
    certain,
    received: z.string(),
    milliseconds: z.boolean(),
  }),
  z.strictObject({
    cause: z.literal('version_missing'),
    certain,
    form: z.enum(['bare', 'hex', 'other_version', 'unreadable']),
    received: z.string(),
  }),
  /** Its bytes can be read, but receivers compare text. */
  z.strictObject({
    cause: z.literal('signature_inexact'),
    certain,
    why: z.enum(signatureFaults),
    received: z.string(),
  }),
  z.strictObject({
    cause: z.literal('secret_not_base64'),
    certain,
    why: z.enum(['empty', 'letters', 'url_letters', 'quotes', 'length']),
  }),
  /** Seconds that the timestamp is behind the receiver's clock; negative if ahead. */
  z.strictObject({ cause: z.literal('clock'), certain, seconds: z.int() }),
  /** It was signed with another secret that is known: the other one that was given, or one of this name. */
  z.strictObject({ cause: z.literal('old_secret'), certain, name: z.string().nullable() }),
  z.strictObject({
    cause: z.literal('body_rewritten'),
    certain,
    signed: jsonFormSchema.nullable(),
    pasted: jsonFormSchema.nullable(),
    changes: z.array(z.enum(bodyChanges)),
  }),
  z.strictObject({ cause: z.literal('body_encoding'), certain, encoding: z.enum(bodyEncodings) }),
  /** It is no JSON: a part is missing, or it is something else. */
  z.strictObject({ cause: z.literal('body_cut'), certain }),
  z.strictObject({ cause: z.literal('other_timestamp'), certain, expected: z.string(), received: z.string() }),
  z.strictObject({ cause: z.literal('other_event'), certain, expected: z.string(), received: z.string() }),
  /** `asSent`: the body looks as Ferry Service writes it, so that the secret is the likelier of the two. */
  z.strictObject({ cause: z.literal('wrong_secret'), certain, asSent: z.boolean() }),
]);
export type Finding = z.infer<typeof findingSchema>;
export type SignatureCause = Finding['cause'];

const checkNames = ['headers', 'version', 'clock', 'secret_form', 'secret', 'body'] as const;
export type CheckName = (typeof checkNames)[number];

const bytesSchema = z.strictObject({ length: z.int(), hex: z.string() });

export const signatureResultSchema = z.strictObject({
  right: z.boolean(),
  /** Most likely first. Empty if the signature is valid. */
  findings: z.array(findingSchema),
  checks: z.record(z.enum(checkNames), z.enum(['good', 'bad', 'open'])),
  /** Seconds between the timestamp and the check, by this device's clock. Null without a timestamp. */
  ageSeconds: z.int().nullable(),
  /** Null if the secret can't be decoded. */
  keyBytes: z.int().nullable(),
  bodyBytes: z.int(),
  bodies: z.strictObject({ signed: bytesSchema, pasted: bytesSchema }).nullable(),
});
export type SignatureResult = z.infer<typeof signatureResultSchema>;

export const signatureArgsSchema = z.strictObject({
  headers: z.string().max(65_536),
  body: z.string().max(262_144),
  secret: z.string().max(1_000),
  otherSecret: z.string().max(1_000).default(''),
  /** When the receiver got it, ISO 8601; null for now. */
  receivedAt: z.iso.datetime({ offset: true }).nullable().default(null),
});

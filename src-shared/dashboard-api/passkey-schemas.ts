import { z } from 'zod';
import { isStorable } from '../migration-api/storable-text.ts';
import { plainName } from '../plain-name.ts';

/** Bytes as base64url, as in WebAuthn's JSON. */
const bytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/, "The passkey's response isn't valid.");

export const passkeyName = z
  .string()
  .refine(isStorable, "A name can't contain control characters.")
  .overwrite(plainName)
  .min(1, 'Enter a name.')
  .max(60, 'A name can have at most 60 characters.');

export const passkeyList = z.array(
  z.object({ id: z.string(), name: z.string(), created: z.string(), lastUsed: z.string().nullable() }),
);

const device = { id: bytes(1_400), rawId: bytes(1_400), type: z.literal('public-key') } as const;

/** The used parts of `PublicKeyCredential.toJSON()` for a new passkey. */
export const newPasskeySchema = z.object({
  ...device,
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(20_000),
    transports: z
      .array(
        z
          .string()
          .max(20)
          .regex(/^[a-z-]+$/),
      )
      .max(10)
      .optional(),
  }),
});

export const usedPasskeySchema = z.object({
  ...device,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(2_000),
    userHandle: bytes(200).nullish(),
  }),
});

const keyOf = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() });

/** Argument of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(keyOf).optional(),
  authenticatorSelection: z
    .object({ residentKey: z.string(), requireResidentKey: z.boolean(), userVerification: z.string() })
    .partial()
    .optional(),
  attestation: z.string().optional(),
});

/** Argument of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.number().optional(),
  userVerification: z.string().optional(),
});

import { z } from 'zod';
import { call } from './call.ts';

const tokenPurposes = ['create', 'lab', 'proof'] as const;

/** One link token of this run, without its value. */
const tokenRecordSchema = z.strictObject({
  id: z.int(),
  profileId: z.string(),
  purpose: z.enum(tokenPurposes),
  mintedAt: z.iso.datetime(),
  /** `unanswered`: the reply was lost, so a token may exist. Whether a `minted` one has expired follows from its age. */
  state: z.enum(['minted', 'exchanged', 'unanswered']),
  /** Age on a clock that never jumps, counted from when the call was sent, in ms. */
  ageMs: z.number(),
  /** How long the service took, in ms. */
  mintMs: z.number(),
  /** Age at the exchange, in ms. Null if the console did not observe the exchange. */
  usedAfterMs: z.number().nullable(),
});
export type TokenRecord = z.infer<typeof tokenRecordSchema>;

export const tokenRecordsSchema = z.array(tokenRecordSchema);

export const linkTokensCalls = {
  /**
   * Sends `POST /link-token` once. The only call whose reply carries a token, this once. `confirmed`: the person has
   * agreed to make one on production, without which `confirmation_needed` comes back.
   */
  mint: call(
    z.strictObject({ confirmed: z.boolean().default(false) }),
    z.strictObject({ record: tokenRecordSchema, linkToken: z.string() }),
  ),
  /** The link tokens of this run, newest first, at most 50; never a value. */
  history: call(z.strictObject({}), tokenRecordsSchema),
};

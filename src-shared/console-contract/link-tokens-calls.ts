import { z } from 'zod';
import { call } from './call.ts';

const tokenRecordSchema = z.strictObject({
  id: z.int(),
  profileId: z.string(),
  purpose: z.enum(['create', 'lab']),
  mintedAt: z.iso.datetime(),
  /** `unanswered`: the response was lost, so a token may exist. Expiry isn't a state; `ageMs` shows it. */
  state: z.enum(['minted', 'exchanged', 'unanswered']),
  /** Time since the call was sent, in ms, on a monotonic clock. */
  ageMs: z.number(),
  mintMs: z.number(),
  /** Age at the exchange, in ms. Null if the console did not observe the exchange. */
  usedAfterMs: z.number().nullable(),
});
export type TokenRecord = z.infer<typeof tokenRecordSchema>;

export const tokenRecordsSchema = z.array(tokenRecordSchema);

export const hostedLinkSchema = z.object({ url: z.url(), user_id: z.string(), expires: z.iso.datetime() });

export const linkTokensCalls = {
  /**
   * Sends `POST /link-token` once. No other call returns a token. `confirmed`: the user agreed to create a token on
   * production; otherwise the call returns `confirmation_needed`.
   */
  mint: call(
    z.strictObject({ confirmed: z.boolean().default(false) }),
    z.strictObject({ record: tokenRecordSchema, linkToken: z.string() }),
  ),
  /** Returns the tokens created since the console started, newest first, at most 50, without values. */
  history: call(z.strictObject({}), tokenRecordsSchema),
  hasHostedLinks: call(z.strictObject({}), z.boolean()),
  /** Creates a link that opens the modal for this end user. `confirmed`: as for `mint`. */
  hostedLink: call(
    z.strictObject({ userId: z.string().trim().min(1).max(254), confirmed: z.boolean().default(false) }),
    hostedLinkSchema,
  ),
};

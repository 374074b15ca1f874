import { z } from 'zod';
import { proofIds, verdicts } from '../token-proofs.ts';
import { call } from './call.ts';
import { savedFileSchema } from './saved-file.ts';

/** A request kept as evidence of a proof. Keys and tokens appear as names of shell variables, such as `$LINK_TOKEN`. */
const labCallSchema = z.strictObject({
  no: z.int(),
  what: z.string(),
  method: z.string(),
  path: z.string(),
  sent: z.string(),
  status: z.int().nullable(),
  summary: z.string(),
  reply: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  outcome: z.enum(['accepted', 'refused', 'unclear']),
  wrong: z.boolean(),
  /** True for one of several concurrent requests. */
  lane: z.boolean(),
  curl: z.string(),
  gives: z.array(z.strictObject({ name: z.string(), from: z.enum(['link_token', 'access_token', 'cookie']) })),
  afterSeconds: z.number(),
});
export type LabCall = z.infer<typeof labCallSchema>;

const labCheckSchema = z.strictObject({
  name: z.string(),
  expected: z.string(),
  received: z.string(),
  verdict: z.enum(verdicts),
});
export type LabCheck = z.infer<typeof labCheckSchema>;

export const proofRunSchema = z.strictObject({
  id: z.int(),
  proofId: z.enum(proofIds),
  profileId: z.string(),
  at: z.iso.datetime(),
  state: z.enum(['running', 'done', 'cancelled']),
  durationMs: z.number(),
  doing: z.string().nullable(),
  wait: z.strictObject({ totalMs: z.number(), leftMs: z.number() }).nullable(),
  /** Null while running and after cancelling. */
  verdict: z.enum(verdicts).nullable(),
  title: z.string(),
  text: z.string(),
  expected: z.string(),
  received: z.string(),
  checks: z.array(labCheckSchema),
  calls: z.array(labCallSchema),
  /** How the proof let time pass: by moving the service's clock, by waiting, or not at all. */
  time: z.enum(['clock', 'waited', 'none']),
});
export type ProofRun = z.infer<typeof proofRunSchema>;

const tokenLabStateSchema = z.strictObject({
  profileId: z.string(),
  hasControl: z.boolean(),
  queue: z.array(z.enum(proofIds)),
  runs: z.array(proofRunSchema),
});
export type TokenLabState = z.infer<typeof tokenLabStateSchema>;

export const reportFormats = ['markdown', 'json'] as const;

export const tokenLabCalls = {
  state: call(z.strictObject({}), tokenLabStateSchema),
  /** Queues proofs, unless queued. Without `confirmed`, production returns `confirmation_needed`. */
  run: call(
    z.strictObject({ ids: z.array(z.enum(proofIds)).min(1).max(proofIds.length), confirmed: z.boolean() }),
    tokenLabStateSchema,
  ),
  cancel: call(z.strictObject({}), tokenLabStateSchema),
  /** Returns the latest run of each proof as a document without keys and tokens. */
  report: call(
    z.strictObject({ format: z.enum(reportFormats) }),
    z.strictObject({ fileName: z.string(), text: z.string() }),
  ),
  saveReport: call(z.strictObject({ format: z.enum(reportFormats) }), savedFileSchema),
};

export const tokenLabChangedSchema = z.strictObject({
  profileId: z.string(),
  queue: z.array(z.enum(proofIds)),
  run: proofRunSchema.nullable(),
});

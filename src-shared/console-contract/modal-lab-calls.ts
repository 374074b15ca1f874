import { z } from 'zod';
import { providerLimits } from '../migration-api/provider-limits.ts';
import { appErrorSchema } from '../app-error.ts';
import { call } from './call.ts';
import { savedFileSchema } from './saved-file.ts';

const labProblemCodes = [
  'service_down',
  'key_refused',
  'key_lacks_right',
  'not_allowed',
  'reply_lost',
  'link_token_expired',
  'link_token_used',
  'link_token_invalid',
  'access_token_expired',
  'nothing_to_resume',
  'refused',
  'blocked',
  'framing_forbidden',
  'modal_silent',
  'storage_blocked',
  'guest_crashed',
  'guest_silent',
  'service_moved',
  'profile_changed',
] as const;
export type LabProblemCode = (typeof labProblemCodes)[number];

const labProblemSchema = z.strictObject({
  code: z.enum(labProblemCodes),
  at: z.iso.datetime(),
  detail: z.string().nullable(),
  error: appErrorSchema.nullable(),
});
export type LabProblem = z.infer<typeof labProblemSchema>;

const labEntrySchema = z.strictObject({
  id: z.int(),
  flow: z.int(),
  /** Ms since the flow started. */
  atMs: z.number(),
  kind: z.enum(['call', 'step', 'event', 'problem']),
  name: z.string(),
  unknown: z.boolean(),
  /** The event data as JSON text, without secrets, cut at 20,000 characters. */
  json: z.string().nullable(),
});
export type LabEntry = z.infer<typeof labEntrySchema>;

const labRequestSchema = z.strictObject({
  id: z.int(),
  flow: z.int(),
  /** Send time, in ms since the flow started. */
  atMs: z.number(),
  from: z.enum(['backend', 'page', 'frame']),
  method: z.string(),
  path: z.string(),
  /** Null if there was no response, and for requests of the frame. */
  status: z.int().nullable(),
  ms: z.number(),
});
export type LabRequest = z.infer<typeof labRequestSchema>;

/** Progress of one flow. Ages are in ms, measured with a monotonic clock when the response or event arrived. */
const labFlowSchema = z.strictObject({
  number: z.int(),
  how: z.enum(['start', 'resume']),
  ageMs: z.number(),
  linkToken: z.strictObject({ ageMs: z.number(), mintMs: z.number(), usedAfterMs: z.number().nullable() }).nullable(),
  /** `endedAfterMs`: age at which the SDK dropped the token because the migration had ended. */
  accessToken: z
    .strictObject({ ageMs: z.number(), exchangeMs: z.number(), endedAfterMs: z.number().nullable() })
    .nullable(),
  /** Durations of the modal's API call and of loading its frame, in ms. Null before the call. */
  modal: z.strictObject({ ms: z.number(), frameMs: z.number().nullable() }).nullable(),
  isOpen: z.boolean(),
  /** False if the SDK hides the modal during a copy in the background. */
  isShown: z.boolean(),
  isStopped: z.boolean(),
  isProviderChosen: z.boolean(),
  login: z.enum(['further_step', 'refused', 'succeeded']).nullable(),
  status: z.string().nullable(),
  migrationId: z.string().nullable(),
  lastEventMs: z.number().nullable(),
  events: z.int(),
  /** `closed`: the modal was closed before the migration ended. `not_opened`: closed before a migration existed. */
  end: z
    .strictObject({
      kind: z.enum(['completed', 'failed', 'cancelled', 'closed', 'not_opened']),
      reason: z.string().nullable(),
    })
    .nullable(),
});
export type LabFlow = z.infer<typeof labFlowSchema>;

const labViewSchema = z.strictObject({
  labId: z.string(),
  /** Increases with each change. Ignore lower revisions, because responses and events may arrive out of order. */
  revision: z.int(),
  profileId: z.string(),
  serviceURL: z.string(),
  /** URL of the lab's page. Its path is a secret of this console run. */
  address: z.string(),
  partition: z.string(),
  shownIn: z.enum(['webview', 'frame', 'tab']),
  guest: z.enum(['waiting', 'ready', 'silent', 'crashed']),
  flow: labFlowSchema.nullable(),
  problem: labProblemSchema.nullable(),
});
export type LabView = z.infer<typeof labViewSchema>;

const labSnapshotSchema = z.strictObject({
  view: labViewSchema,
  entries: z.array(labEntrySchema),
  requests: z.array(labRequestSchema),
});
export type LabSnapshot = z.infer<typeof labSnapshotSchema>;

export const labRecordingSchema = z.strictObject({
  format: z.literal('ferry-modal-lab-recording'),
  version: z.literal(1),
  recordedAt: z.iso.datetime(),
  service: z.string().max(300),
  entries: z
    .array(labEntrySchema.extend({ name: z.string().max(2_000), json: z.string().max(20_001).nullable() }))
    .max(10_000),
  requests: z.array(labRequestSchema.extend({ method: z.string().max(10), path: z.string().max(300) })).max(10_000),
});
export type LabRecording = z.infer<typeof labRecordingSchema>;

const labArgs = z.strictObject({ labId: z.string().max(40) });

export const modalLabCalls = {
  /** Opens a lab for the active profile. Returns the existing lab if this ID belongs to the profile. */
  open: call(z.strictObject({ labId: z.string().max(40).nullable().default(null) }), labSnapshotSchema),
  /** Fetches a link token when the page requests it, and opens the modal. `confirmed` as in `linkTokens.mint`. */
  start: call(
    labArgs.extend({
      userId: z.string().trim().min(1).max(200),
      sourceProviders: z
        .array(z.string().trim().min(1).max(providerLimits.letters))
        .max(providerLimits.names)
        .default([]),
      confirmed: z.boolean().default(false),
    }),
    z.strictObject({}),
  ),
  /** Calls `init`, which resumes the page's migration and shows a hidden modal. */
  resume: call(labArgs, z.strictObject({})),
  close: call(labArgs, z.strictObject({})),
  setTheme: call(labArgs.extend({ theme: z.enum(['system', 'light', 'dark']) }), z.strictObject({})),
  clear: call(labArgs, z.strictObject({})),
  end: call(labArgs, z.strictObject({})),
  /** Saves the session as a file, or downloads it in the browser host. `dismissed`: the user closed the dialog. */
  save: call(labArgs, savedFileSchema),
  readRecording: call(z.strictObject({ text: z.string().max(20_000_000) }), labRecordingSchema),
};

/** `entries` are new log lines. `cleared`: delete earlier lines first. */
export const labChangedSchema = labSnapshotSchema.extend({ cleared: z.boolean() });

import { z } from 'zod';
import { migrationStatuses } from '../migration-api/migration-status.ts';
import { accentProblem } from '../service-control/accent-colours.ts';
import { controlStateSchema, faultRuleSchema, resetSchema } from '../service-control/control-state.ts';
import { scenarioNames } from '../service-control/sandbox-choices.ts';
import { maxLogoBytes } from '../service-control/logo-limits.ts';
import { call } from './call.ts';
import { plainName } from '../plain-name.ts';

export const noControlReasons = ['elsewhere', 'not_allowed', 'read_only'] as const;

export const sandboxViewSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('control'),
    profileId: z.string(),
    state: controlStateSchema,
    readAt: z.iso.datetime(),
  }),
  z.strictObject({ kind: z.literal('none'), profileId: z.string(), reason: z.enum(noControlReasons) }),
]);
export type SandboxView = z.infer<typeof sandboxViewSchema>;
export type SandboxControl = Pick<Extract<SandboxView, { kind: 'control' }>, 'state' | 'readAt'>;

const brandName = z.string().overwrite(plainName).min(1).max(200);
const brandAccent = z.string().refine((accent) => accentProblem(accent) === null);
const brandLogo = z.base64().max(Math.ceil(maxLogoBytes / 3) * 4);

/** Branding of the active profile's organization in its modals. Null fields use Ferry's default. */
export const brandViewSchema = z.strictObject({
  profileId: z.string(),
  /** The organization's own name, which `name` overrides. */
  organization: z.string(),
  name: z.string().nullable(),
  accent: z.string().nullable(),
  logo: z.base64().nullable(),
});
export type BrandView = z.infer<typeof brandViewSchema>;

const noArgs = z.strictObject({});

/**
 * Controls a local service: the built-in Sandbox, or a service started with `--allow-control`. Every change resolves
 * with the new state. Fails with `control_unavailable` for other services.
 */
export const sandboxCalls = {
  state: call(noArgs, sandboxViewSchema),
  advanceClock: call(z.strictObject({ seconds: z.int().min(1).max(316_224_000) }), sandboxViewSchema),
  putClockBack: call(noArgs, sandboxViewSchema),
  setScenario: call(
    z.strictObject({ next: z.enum(scenarioNames), times: z.int().min(1).max(1_000_000) }),
    sandboxViewSchema,
  ),
  clearScenario: call(noArgs, sandboxViewSchema),
  addFault: call(z.strictObject({ rule: faultRuleSchema }), sandboxViewSchema),
  removeFault: call(z.strictObject({ id: z.int().min(1) }), sandboxViewSchema),
  clearFaults: call(noArgs, sandboxViewSchema),
  /** Resets scenario, faults and clock. Data stays. */
  backToNormal: call(noArgs, sandboxViewSchema),
  /** Deletes all data and seeds the service again, within a minute. Omitted values stay as in the last seed. */
  reset: call(resetSchema, sandboxViewSchema),
  /** Moves a migration one documented step. Any other step fails with `invalid_request` and the service's message. */
  moveMigration: call(z.strictObject({ id: z.uuid(), status: z.enum(migrationStatuses) }), sandboxViewSchema),
  brand: call(noArgs, brandViewSchema),
  /** Omitted values stay unchanged; null resets a value. A bad image is an `invalid_request`. */
  setBrand: call(
    z.strictObject({
      name: brandName.nullable().optional(),
      accent: brandAccent.nullable().optional(),
      logo: brandLogo.nullable().optional(),
    }),
    brandViewSchema,
  ),
  expireTokens: call(noArgs, sandboxViewSchema),
};

import type { ControlState } from '#shared/service-control/control-state.ts';
import type { Access } from '../../console/api-client/service-client.ts';
import type { ServiceControl } from '../../console/service-control/service-control.ts';
import type { RunSecrets } from '../../console/token-lab/proofs/run-secrets.ts';
import { type Finding, unclear } from '../base/verification.ts';
import type { SendSurveyed, SurveySenderPorts } from './send-surveyed.ts';

export interface Subject extends SurveySenderPorts {
  readonly apiKey: string;
  readonly env: NodeJS.ProcessEnv;
  readonly labFiles: string;
  readonly waits: boolean;
  readonly secrets: RunSecrets;
  /** Time limit for the SDK flow in a browser, ms. */
  readonly walkMs: number;
}

export interface ControlledSubject extends Subject {
  readonly access: Access;
  readonly send: SendSurveyed;
  readonly control: ServiceControl;
  /** Returns null if this program can't control the service's clock and keys. */
  readonly controlled: () => Promise<ControlState | null>;
}

/** Ends a migration as failed. Returns null, or the finding if the service refuses. */
export async function failMigration(
  { control, access, signal }: ControlledSubject,
  id: string,
): Promise<Finding | null> {
  for (const status of ['NOT_STARTED', 'FAILED']) {
    const request = { method: 'POST' as const, path: `migrations/${id}/status`, body: { status } };
    const moveResult = await control.send(access, request, signal);
    if (!moveResult.ok) return unclear(`The control API couldn't set the migration to ${status}`);
  }
  return null;
}

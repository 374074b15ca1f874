import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { FaultList } from '../faults/fault-list.ts';
import type { KeyCaller, SessionKey } from '../http/callers.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import type { NextScenario } from './next-scenario.ts';
import type { PerOrganization } from './per-organization.ts';

export interface ControlOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly faults: PerOrganization<FaultList>;
  readonly scenarios: PerOrganization<NextScenario>;
  readonly checkKey: (authorization: string | undefined) => Promise<KeyCaller | Refusal>;
  readonly sessionKey: SessionKey | undefined;
  /** Moves every migration that is due. */
  readonly moveDue: () => Promise<void>;
}

/** The organization of the key that asks: all that control reads and changes belongs to it. */
export const organizationOf = (request: FastifyRequest): number => (request.caller as KeyCaller).organization;

/** Mounts one group of control endpoints. */
export type MountControl = (app: FastifyInstance, options: ControlOptions) => void;

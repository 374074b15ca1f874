import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../store/clock.ts';
import type { KeyCaller, SessionKey } from '../http/callers.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';

export interface ControlOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly checkKey: (authorization: string | undefined) => Promise<KeyCaller | Refusal>;
  readonly sessionKey: SessionKey | undefined;
  /** Moves every migration that is due. */
  readonly moveDue: () => Promise<void>;
}

/** The organization of the key that asks: all that control reads and changes belongs to it. */
export const organizationOf = (request: FastifyRequest): number => (request.caller as KeyCaller).organization;

/** The id of the key that asks, for the audit log. */
export const keyOf = (request: FastifyRequest): string => (request.caller as KeyCaller).keyId ?? 'session key';

/** Mounts one group of control endpoints. */
export type MountControl = (app: FastifyInstance, options: ControlOptions) => void;

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Credentials, KeyCaller, SessionKey } from '../http/callers.ts';
import type { Store } from '../store/store.ts';

export interface ControlOptions {
  readonly store: Store;
  readonly checkKey: (request: Credentials) => Promise<KeyCaller>;
  readonly sessionKey: SessionKey | undefined;
  readonly moveDue: () => Promise<void>;
}

export const organizationOf = (request: FastifyRequest): number => (request.caller as KeyCaller).organization;

export const keyIdOf = (request: FastifyRequest): string => (request.caller as KeyCaller).keyId ?? 'session key';

export type MountControl = (app: FastifyInstance, options: ControlOptions) => void;

import type { FastifyInstance } from 'fastify';

export type SignInOutcome = 'succeeded' | 'refused' | 'limited' | 'failed';

declare module 'fastify' {
  interface FastifyRequest {
    /** Result of an end user's sign-in at a source. Undefined for other requests. */
    signIn?: SignInOutcome | undefined;
  }
}

export interface RequestWatch {
  watchRequests(app: FastifyInstance): void;
}

export interface EngineWatch {
  moved(count: number): void;
  failed(): void;
}

export interface WebhookWatch {
  tried(result: 'delivered' | 'failed', durationMs: number): void;
  pollFailed(): void;
}

export interface StoreWatch {
  /** `topic` is a property of the store, such as `runs`. */
  called(topic: string, durationMs: number): void;
}

export interface CopyWatch {
  copying(change: 1 | -1): void;
}

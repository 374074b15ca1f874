import type { FastifyInstance } from 'fastify';

/** Sees every request of an app to which it was added first. */
export interface RequestWatch {
  watchRequests(app: FastifyInstance): void;
}

/** Hears what the engine does. */
export interface EngineWatch {
  /** So many steps were taken. */
  moved(count: number): void;
  /** A look for due steps failed. */
  failed(): void;
}

/** Hears what becomes of deliveries of webhooks. */
export interface WebhookWatch {
  /** A try has ended so. */
  tried(result: 'delivered' | 'failed'): void;
  /** A look for due deliveries failed. */
  lookFailed(): void;
}

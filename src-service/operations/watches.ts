import type { FastifyInstance } from 'fastify';

export interface RequestWatch {
  watchRequests(app: FastifyInstance): void;
}

export interface EngineWatch {
  moved(count: number): void;
  failed(): void;
}

export interface WebhookWatch {
  tried(result: 'delivered' | 'failed'): void;
  lookFailed(): void;
}

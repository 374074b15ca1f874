import { createWebhookStore } from '../webhooks/create-webhook-store.ts';
import type { Dialect } from '../program.ts';
import type { WebhookStore } from '../webhook-store.ts';
import type { Database } from './database.ts';
import { createPostgresPrograms } from './postgres-programs.ts';

const dialect: Dialect = {
  eventsAfter: `
    SELECT position, id, body FROM events WHERE organization = $1 AND position > $2 ORDER BY position LIMIT $3`,
  lock: (table) => ` FOR NO KEY UPDATE OF ${table}`,
  lockFree: (table) => ` FOR NO KEY UPDATE OF ${table} SKIP LOCKED`,
};

/** Endpoints and deliveries in PostgreSQL. */
export const createPostgresWebhooks = (database: Database): WebhookStore =>
  createWebhookStore(createPostgresPrograms(database), dialect);

import type { DatabaseSync } from 'node:sqlite';
import { rowsPerOrganization } from '../list-rows.ts';
import { createWebhookStore } from '../webhooks/create-webhook-store.ts';
import type { Dialect } from '../program.ts';
import type { WebhookStore } from '../webhook-store.ts';
import { createSqlitePrograms } from './sqlite-programs.ts';

/** One write transaction at a time: there is nothing that a row could be locked against. */
export const sqliteDialect: Dialect = {
  eventsAfter: `
    SELECT row - $1 * ${rowsPerOrganization} AS position, id, body FROM events
    WHERE row > $1 * ${rowsPerOrganization} + $2 AND row < ($1 + 1) * ${rowsPerOrganization} ORDER BY row LIMIT $3`,
  lock: () => '',
  lockFree: () => '',
};

/** Endpoints and deliveries in SQLite. */
export const createSqliteWebhooks = (database: DatabaseSync): WebhookStore =>
  createWebhookStore(createSqlitePrograms(database), sqliteDialect);

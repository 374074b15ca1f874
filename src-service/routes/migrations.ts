import { JsonText, type OperationHandlers } from '../http/operation-handlers.ts';
import { Refusal } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import { listReply } from './list-reply.ts';

export const getMigration =
  (store: Store): OperationHandlers['getMigration'] =>
  async ({ params, caller }) => {
    const json = await store.migrations.json(caller.organization, params.id.toLowerCase());
    return json === undefined ? new Refusal(404, 'There is no migration with this id.') : new JsonText(json);
  };

export const listMigrations =
  (store: Store): OperationHandlers['listMigrations'] =>
  async ({ query, caller }) =>
    listReply(store.migrations, caller.organization, query);

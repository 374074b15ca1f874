import type { ListQuery } from '#shared/migration-api/list-page.ts';
import { JsonText, type OperationHandlers } from '../http/operation-handlers.ts';
import { Refusal } from '../http/refusal.ts';
import type { ListStore, Store } from '../store/store.ts';

/** One page in the list envelope. The rows come out of the store as the text that the API sends. */
const listReply = async (list: ListStore, organization: number, query: ListQuery): Promise<JsonText> => {
  const { rows, total } = await list.page(organization, { page: query.page, pageSize: query.page_size });
  return new JsonText(`{"results":[${rows}],"page":{"size":${query.page_size},"total":${total}}}`);
};

/** `GET /api/v1/migrations` */
export const listMigrations =
  (store: Store): OperationHandlers['listMigrations'] =>
  async ({ query, caller }) =>
    listReply(store.migrations, caller.organization, query);

/** `GET /api/v1/migrations/{id}`: the row as the list has it. */
export const getMigration =
  (store: Store): OperationHandlers['getMigration'] =>
  async ({ params, caller }) => {
    const json = await store.migrations.json(caller.organization, params.id.toLowerCase());
    return json === undefined ? new Refusal(404, 'There is no migration with this id.') : new JsonText(json);
  };

/** `GET /api/v1/companies` */
export const listCompanies =
  (store: Store): OperationHandlers['listCompanies'] =>
  async ({ query, caller }) =>
    listReply(store.companies, caller.organization, query);

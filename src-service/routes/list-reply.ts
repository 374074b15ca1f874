import type { ListQuery } from '#shared/migration-api/list-page.ts';
import { JsonText } from '../http/operation-handlers.ts';
import type { ListStore } from '../store/store.ts';

/** One page in the list envelope. The rows come out of the store as the text that the API sends. */
export const listReply = async (list: ListStore, organization: number, query: ListQuery): Promise<JsonText> => {
  const { rows, total } = await list.page(organization, { page: query.page, pageSize: query.page_size });
  return new JsonText(`{"results":[${rows}],"page":{"size":${query.page_size},"total":${total}}}`);
};

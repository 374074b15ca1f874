import type { OperationHandlers } from '../http/operation-handlers.ts';
import type { Store } from '../store/store.ts';
import { listReply } from './list-reply.ts';

export const listCompanies =
  (store: Store): OperationHandlers['listCompanies'] =>
  async ({ query, caller }) =>
    listReply(store.companies, caller.organization, query);

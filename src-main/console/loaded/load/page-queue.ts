import { loadedLimits } from '#shared/console-contract/loaded-calls.ts';

export interface PageQueue {
  readonly next: number;
  readonly again: readonly number[];
  readonly end: number;
  readonly pageSize: number;
  readonly total: number | null;
  readonly hasFirstPage: boolean;
}

export const fullQueue: PageQueue = {
  next: 1,
  again: [],
  end: Number.POSITIVE_INFINITY,
  pageSize: loadedLimits.pageSize,
  total: null,
  hasFirstPage: false,
};

const maxPages = loadedLimits.rows / loadedLimits.pageSize;

export const lastPage = ({ total, pageSize }: PageQueue): number | null =>
  total === null ? null : Math.min(Math.max(Math.ceil(total / pageSize), 1), maxPages);

/** Whether the load ended at its row limit. Without a total, only a page without new rows proves the end. */
export const isCutShort = ({ next, end, total }: PageQueue): boolean =>
  total === null && next > maxPages && end > maxPages;

/** Returns the next page to request. Null if no page is left or page 1 must arrive first. */
export function peekPage(queue: PageQueue): number | null {
  const { next, again, end, total, pageSize, hasFirstPage } = queue;
  const [first] = again;
  if (first !== undefined) return first;
  if (next === 1) return 1;
  const last = total === null ? maxPages : Math.min(Math.ceil(total / pageSize), maxPages);
  return hasFirstPage && next <= last && next < end ? next : null;
}

export const takePage = (queue: PageQueue, page: number): PageQueue =>
  page === queue.next ? { ...queue, next: page + 1 } : { ...queue, again: queue.again.filter((one) => one !== page) };

export function learnTotal(queue: PageQueue, page: number, received: number, total: number | null): PageQueue {
  const showsPageSize = page === 1 && total !== null && received > 0 && received < total;
  return { ...queue, total, pageSize: showsPageSize ? received : queue.pageSize };
}

export function finishPage(queue: PageQueue, page: number, received: number, added: number): PageQueue {
  // Without a total, a page without new rows is the last. This also stops the load if the service repeats one page.
  const isLastPage = received === 0 || (queue.total === null && added === 0);
  return {
    ...queue,
    hasFirstPage: queue.hasFirstPage || page === 1,
    end: isLastPage ? Math.min(queue.end, page) : queue.end,
  };
}

export const requeuePage = (queue: PageQueue, page: number): PageQueue => ({
  ...queue,
  again: [...queue.again, page].toSorted((a, b) => a - b),
});

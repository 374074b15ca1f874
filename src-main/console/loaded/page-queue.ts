import { loadedLimits } from '#shared/console-contract/loaded-calls.ts';

/** Which pages of a load are still to be read. */
export interface PageQueue {
  /** The next page, or null where none is left, or none that may be read before the others have come. */
  readonly take: () => number | null;
  /** What a reply says about all rows, whichever page it was. */
  readonly heard: (page: number, received: number, total: number | null) => void;
  /** The page has come: so many rows, so many of them new. */
  readonly done: (page: number, got: { received: number; added: number }) => void;
  /** The page has not come: it is taken again, before any other. */
  readonly back: (page: number) => void;
  /** Whether pages are left, or under way. */
  readonly isOpen: () => boolean;
  /** The last page as far as known; null without a total. */
  readonly lastPage: () => number | null;
}

const mostPages = loadedLimits.rows / loadedLimits.pageSize;

export function createPageQueue(): PageQueue {
  let next = 1;
  let last: number | null = null;
  /** No page from here on has anything. */
  let end = Number.POSITIVE_INFINITY;
  /** Rows of one page as the service gives them, which may be fewer than were asked for. */
  let size: number = loadedLimits.pageSize;
  const again: number[] = [];
  const underWay = new Set<number>();
  let isFirstThere = false;

  const mayTake = (page: number): boolean =>
    (page === 1 || isFirstThere) && page <= Math.min(last ?? Number.POSITIVE_INFINITY, mostPages) && page < end;
  return {
    take: () => {
      const page = again.shift() ?? (mayTake(next) ? next : null);
      if (page === null) return null;
      if (page === next) next += 1;
      underWay.add(page);
      return page;
    },
    heard: (page, received, total) => {
      if (page === 1 && total !== null && received > 0 && received < total) size = received;
      last = total === null ? null : Math.ceil(total / size);
    },
    done: (page, { received, added }) => {
      underWay.delete(page);
      isFirstThere ||= page === 1;
      // Without a total the end shows itself; a service that gives the same page for ever ends there, too.
      if (received === 0 || (last === null && added === 0)) end = Math.min(end, page);
    },
    back: (page) => {
      underWay.delete(page);
      again.push(page);
      again.sort((a, b) => a - b);
    },
    isOpen: () => underWay.size > 0 || again.length > 0 || mayTake(next),
    lastPage: () => (last === null ? null : Math.min(Math.max(last, 1), mostPages)),
  };
}

export interface CatchUpPorts {
  /** Reads a page and keeps its rows; `before`: how many were known when the catching up began. */
  readonly getPage: (
    page: number,
    before: number,
  ) => Promise<{ readonly known: number; readonly added: number; readonly received: number }>;
  readonly rows: () => number;
  readonly total: () => number | null;
  readonly lastPage: () => number | null;
}

/** Pages read from the end before it is said that rows are missing. */
const mostFromEnd = 20;

/**
 * Fetches what came since: page 1 and on, until ids come that were known. Where the total says that there is more than
 * that, the service may put new rows last: then pages are read from the end, until one brings nothing new.
 */
export async function catchUp({ getPage, rows, total, lastPage }: CatchUpPorts): Promise<void> {
  const before = rows();
  for (let page = 1; ; page += 1) {
    const got = await getPage(page, before);
    if (got.received === 0 || got.known > 0 || (before > 0 && got.added === 0)) break;
    if (before === 0 && page >= (lastPage() ?? 1)) break;
  }
  for (let read = 0; read < mostFromEnd; read += 1) {
    const page = (lastPage() ?? 0) - read;
    if (page <= 1 || rows() >= (total() ?? 0)) return;
    const got = await getPage(page, before);
    if (got.added === 0) return;
  }
}

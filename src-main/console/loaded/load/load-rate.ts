/** A page that was kept: when, in ms, and how many of its rows were new. */
interface PageMark {
  readonly at: number;
  readonly rows: number;
}

/** The last pages of a load, which tell how fast it goes. After a pause they say nothing, and it begins without any. */
export type PageMarks = readonly PageMark[];

const remembered = 30;

export const addMark = (marks: PageMarks, mark: PageMark): PageMarks => [...marks.slice(1 - remembered), mark];

export function rowsPerSecond(marks: PageMarks): number | null {
  const ms = msOf(marks);
  if (ms <= 0) return null;
  const rows = marks.slice(1).reduce((sum, mark) => sum + mark.rows, 0);
  return Math.round((rows / ms) * 1000);
}

/** ms for so many more requests, or null while nothing can be said. */
export function remainingMs(marks: PageMarks, requests: number): number | null {
  const ms = msOf(marks);
  return ms <= 0 ? null : Math.round((ms / (marks.length - 1)) * requests);
}

const msOf = (marks: PageMarks): number => (marks.at(-1)?.at ?? 0) - (marks[0]?.at ?? 0);

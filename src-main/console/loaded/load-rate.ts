/** How fast a load goes, from its last requests. */
export interface LoadRate {
  readonly add: (at: number, rows: number) => void;
  /** After a pause what was before it says nothing. */
  readonly reset: () => void;
  readonly rowsPerSecond: () => number | null;
  /** ms for so many more requests, or null while nothing can be said. */
  readonly remainingMs: (requests: number) => number | null;
}

const remembered = 30;

export function createLoadRate(): LoadRate {
  let marks: { readonly at: number; readonly rows: number }[] = [];
  const span = () => {
    const [first] = marks;
    const last = marks.at(-1);
    if (!first || !last || last.at - first.at <= 0) return null;
    const rows = marks.slice(1).reduce((sum, mark) => sum + mark.rows, 0);
    return { ms: last.at - first.at, rows, requests: marks.length - 1 };
  };
  return {
    add: (at, rows) => {
      marks.push({ at, rows });
      if (marks.length > remembered) marks.shift();
    },
    reset: () => (marks = []),
    rowsPerSecond: () => {
      const seen = span();
      return seen && Math.round((seen.rows / seen.ms) * 1000);
    },
    remainingMs: (requests) => {
      const seen = span();
      return seen && Math.round((seen.ms / seen.requests) * requests);
    },
  };
}

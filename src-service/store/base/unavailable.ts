/** The store is unreachable or read-only. Nothing was committed, and a retry may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** SQLite's primary result codes: busy, read-only, I/O error, full disk, and a file that can't be opened. */
const transientCodes = new Set([5, 8, 10, 13, 14]);

export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof StoreUnavailable) return true;
  const isSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  // The low byte of an extended result code is the primary code.
  return isSqlite && transientCodes.has(Number(error.errcode) & 0xff);
};

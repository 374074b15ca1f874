import type { AppError } from '#shared/app-error.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { createStore, type Store } from '#ui/state/store.ts';
import type { RowRange } from '#ui/table/use-virtual-rows.ts';

export interface RowWindow<Row> {
  readonly matched: number;
  readonly rows: readonly Row[];
}

export type ReadWindow<Row> = (offset: number, limit: number, signal: AbortSignal) => Promise<RowWindow<Row>>;

const pieceRows = 100;
/** Maximum cached blocks: 4,000 rows, more than any window shows. */
const maxPieces = 40;
/** Maximum concurrent reads: one for the visible block, one for the next block. */
const maxReads = 2;

interface Piece<Row> {
  readonly rows: readonly Row[];
  readonly age: number;
}

/**
 * Caches rows in blocks of 100. Dragging the scroll bar passes thousands of blocks. After each read, the cache
 * therefore reads only blocks that are still needed.
 */
export const createRowCache = <Row>(read: ReadWindow<Row>) => {
  // Sorted by last use. The first block is dropped first.
  const pieces = new Map<number, Piece<Row>>();
  const reads = new Map<number, AbortController>();
  let wantedPieces: readonly number[] = [];
  let age = 0;
  let matched: number | null = null;
  let error: AppError | null = null;
  const version = createStore(0);

  const notifyChange = (): void => version.set(version.get() + 1);
  const isFresh = (number: number): boolean => pieces.get(number)?.age === age;

  const keep = (number: number, piece: Piece<Row>): void => {
    pieces.delete(number);
    pieces.set(number, piece);
    for (const oldest of pieces.keys()) {
      if (pieces.size <= maxPieces) break;
      pieces.delete(oldest);
    }
  };

  const readPiece = async (number: number): Promise<void> => {
    const controller = new AbortController();
    const generation = age;
    reads.set(number, controller);
    const answer = await read(number * pieceRows, pieceRows, controller.signal).catch(appErrorOf);
    if (controller.signal.aborted) return;
    reads.delete(number);
    if ('code' in answer) {
      // Not retried automatically, because the table requests a row on every frame.
      error = answer;
      notifyChange();
      return;
    }
    error = null;
    matched = answer.matched;
    keep(number, { rows: answer.rows, age: generation });
    notifyChange();
    readNext();
  };

  const readNext = (): void => {
    for (const number of wantedPieces) {
      if (reads.size >= maxReads) return;
      if (!isFresh(number) && !reads.has(number)) void readPiece(number);
    }
  };

  return {
    rowAt: (index: number): Row | undefined => pieces.get(Math.floor(index / pieceRows))?.rows[index % pieceRows],
    matched: () => matched,
    error: () => error,
    version: version as Omit<Store<number>, 'set'>,
    want: ({ first, end }: RowRange): void => {
      const from = Math.floor(first / pieceRows);
      const to = Math.max(from, Math.floor((end - 1) / pieceRows));
      wantedPieces = Array.from({ length: to - from + 1 }, (_piece, index) => from + index);
      for (const number of wantedPieces) {
        const piece = pieces.get(number);
        if (piece) keep(number, piece);
      }
      if (!error) readNext();
    },
    /** Call this after the rows have changed. Shows the old rows until the visible rows have been refetched. */
    renew: (): void => {
      age += 1;
      error = null;
      readNext();
    },
    stop: (): void => {
      for (const controller of reads.values()) controller.abort();
      reads.clear();
    },
  };
};
export type RowCache<Row> = ReturnType<typeof createRowCache<Row>>;

import type { AppError } from '#shared/app-error.ts';
import type { KeptPage } from '#shared/data-messages/page-messages.ts';
import { fullQueue, type PageQueue } from './page-queue.ts';

export const concurrency = 2;

export interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

export type KeptRows = Extract<KeptPage, { readonly ok: true }>;

export interface PageInFlight {
  readonly page: number;
  /** The run that requested the page. Results of an earlier run don't affect the current run. */
  readonly run: number;
  /** `extra`: the page is still being read, but another request may start in the meantime. */
  readonly place: 'service' | 'reader' | 'extra';
  /** Number of rows at the start of the top-up. Null while all pages are read. */
  readonly before: number | null;
}

/** Stage of a run: first all pages (except in a top-up), then rows added since the start. */
export type LoadStage =
  | { readonly kind: 'all' }
  /** Reads from page 1 until a page contains known IDs. */
  | { readonly kind: 'newest'; readonly before: number; readonly page: number }
  /** Reads backwards from the last page, for services that append new rows. Counts the rows read. */
  | { readonly kind: 'last'; readonly before: number; readonly read: number };

export interface LoadState {
  /** Outcome of the last run; null while a run is in progress. */
  readonly outcome: 'complete' | 'failed' | 'cancelled' | null;
  readonly run: number;
  readonly stage: LoadStage;
  /** True if all pages were read once, so that later runs are top-ups. */
  readonly hasReadAll: boolean;
  readonly isTopUp: boolean;
  readonly queue: PageQueue;
  readonly inFlight: readonly PageInFlight[];
  readonly lanes: number;
  /** Ms since 1970; null unless the user paused the load. */
  readonly pausedAt: number | null;
  /** Monotonic time before which no page is requested. */
  readonly retryAt: number | null;
  readonly failures: number;
  readonly requests: { readonly started: number; readonly done: number };
  readonly marks: PageMarks;
  readonly rows: number;
  readonly version: number;
  readonly unreadable: number;
  readonly missing: number | null;
  readonly problem: AppError | null;
}

export type LoadEvent =
  | { readonly kind: 'started'; readonly isTopUp: boolean }
  | { readonly kind: 'pageArrived'; readonly page: number; readonly text: string }
  | { readonly kind: 'pageKept'; readonly page: number; readonly stored: KeptRows }
  /** A page failed to load or couldn't be read. `random` is from 0 to 1. */
  | { readonly kind: 'pageRefused'; readonly page: number; readonly error: AppError; readonly random: number }
  | { readonly kind: 'paused' }
  | { readonly kind: 'resumed' }
  /** `problem`: why the load was cancelled. Null if the user cancelled it. */
  | { readonly kind: 'cancelled'; readonly problem: AppError | null }
  | { readonly kind: 'clockTicked' }
  | { readonly kind: 'rowsFreshened'; readonly rows: number; readonly version: number };

export type LoadEffect =
  | { readonly kind: 'fetchPage'; readonly page: number }
  | {
      readonly kind: 'keepPage';
      readonly page: number;
      readonly text: string;
      readonly before: number | null;
      readonly isAwaited: boolean;
    }
  /** Wakes the load at this monotonic time. */
  | { readonly kind: 'wakeAt'; readonly at: number }
  | { readonly kind: 'stop' };

export const newLoad: LoadState = {
  outcome: 'cancelled',
  run: 0,
  stage: { kind: 'all' },
  hasReadAll: false,
  isTopUp: false,
  queue: fullQueue,
  inFlight: [],
  lanes: concurrency,
  pausedAt: null,
  retryAt: null,
  failures: 0,
  requests: { started: 0, done: 0 },
  marks: [],
  rows: 0,
  version: 0,
  unreadable: 0,
  missing: null,
  problem: null,
};

interface PageMark {
  readonly at: number;
  readonly rows: number;
}

/** Latest pages of a load, used to estimate its speed. A pause clears them. */
type PageMarks = readonly PageMark[];

const maxKnownPages = 30;

export const addMark = (marks: PageMarks, mark: PageMark): PageMarks => [...marks.slice(1 - maxKnownPages), mark];

export function rowsPerSecond(marks: PageMarks): number | null {
  const ms = msOf(marks);
  if (ms <= 0) return null;
  const rows = marks.slice(1).reduce((sum, mark) => sum + mark.rows, 0);
  return Math.round((rows / ms) * 1000);
}

export function remainingMs(marks: PageMarks, requests: number): number | null {
  const ms = msOf(marks);
  return ms <= 0 ? null : Math.round((ms / (marks.length - 1)) * requests);
}

const msOf = (marks: PageMarks): number => (marks.at(-1)?.at ?? 0) - (marks[0]?.at ?? 0);

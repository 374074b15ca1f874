import type { AppError, Outcome } from '#shared/app-error.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { KeptPage } from '#shared/data-messages/page-messages.ts';
import type { Clock } from '../clock/clock.ts';

/** What became of a page that could be read. */
export type KeptRows = Extract<KeptPage, { readonly ok: true }>;

/** What a load knows about itself. */
export type LoadProgress = Pick<
  LoadedState,
  | 'phase'
  | 'pausedBy'
  | 'pausedAt'
  | 'nextTryAt'
  | 'isTopUp'
  | 'rows'
  | 'total'
  | 'requests'
  | 'rowsPerSecond'
  | 'remainingMs'
  | 'missing'
  | 'duplicates'
  | 'unreadable'
  | 'problem'
  | 'version'
>;

export interface KeepOptions {
  /** How many rows were known when a catching up began; null in a load. */
  readonly before: number | null;
  /** Nothing is fetched until it is kept. */
  readonly isAwaited: boolean;
}

export interface LoadPorts {
  readonly clock: Clock;
  /** Fetches one page; nobody reads it there. */
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<Outcome<string>>;
  /** Hands a page over to be read and kept. */
  readonly keep: (page: number, text: string, how: KeepOptions) => Promise<Outcome<KeptRows>>;
  readonly onChange: () => void;
  /** Requests after which it pauses and lets a person decide. */
  readonly requestLimit: number;
  readonly random?: () => number;
}

/** Fetches all pages of one resource. It can be paused, cancelled and gone on with; it never throws away rows. */
export interface Load {
  readonly progress: () => LoadProgress;
  readonly isRunning: () => boolean;
  /** Resolves when it ends, however it does. Also goes on with one that was cancelled or has failed. */
  readonly run: () => Promise<void>;
  /** Once all is loaded: fetches what came since. */
  readonly topUp: () => Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** @param problem why it was ended, or null where a person did it */
  readonly cancel: (problem: AppError | null) => void;
  /** A newer version of the rows is known. */
  readonly freshened: (version: number) => void;
}

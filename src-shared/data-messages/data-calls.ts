/**
 * Two sights of a migration that are further apart leave a time in which nobody looked: longer than the slowest rhythm by
 * which the console looks by itself.
 */
export const watchedGapMs = 6 * 60_000;

/** One status of one migration, as a reply of the service said it. No user, no company: those are not kept. */
export interface SeenStatus {
  readonly migrationId: string;
  readonly status: string;
}

/** One change as it was seen: the first sight of a migration is one, too. Times in ms since 1970. */
export interface SeenChange {
  readonly status: string;
  readonly at: number;
  /** The last sight of this status before another one, or before a time in which nobody looked. */
  readonly until: number;
}

/** The status that a migration was last seen in, and since when it was seen in no other. */
export interface StatusSince {
  readonly migrationId: string;
  readonly status: string;
  readonly since: number;
  readonly until: number;
}

/** How long migrations stayed in a status. */
export interface LeftAfter {
  readonly migrations: number;
  readonly medianMs: number;
}

/** What the data process does: arguments and result of each call. Plain data only, never a key. */
export interface DataCalls {
  readonly observe: {
    args: { profileId: string; at: number; seen: readonly SeenStatus[] };
    result: { changes: number };
  };
  readonly timeline: { args: { profileId: string; migrationId: string }; result: readonly SeenChange[] };
  readonly since: { args: { profileId: string; migrationIds: readonly string[] }; result: readonly StatusSince[] };
  readonly leftAfter: { args: { profileId: string; status: string }; result: LeftAfter | null };
  readonly count: { args: { profileId: string }; result: number };
  readonly remove: { args: { profileId: string }; result: number };
}
export type DataCallName = keyof DataCalls;

/** Main to the data process. */
export type DataRequest = {
  readonly [Name in DataCallName]: { readonly id: number; readonly call: Name; readonly args: DataCalls[Name]['args'] };
}[DataCallName];

/** The data process to main: one reply per request, and words for the log. */
export type DataReply =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: string }
  | { readonly kind: 'log'; readonly line: string };

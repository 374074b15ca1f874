/** One status of one migration, as a reply of the service said it. No user, no company: those are not kept. */
export interface SeenStatus {
  readonly migrationId: string;
  readonly status: string;
}

/** One change as it was seen: the first sight of a migration is one, too. Times in ms since 1970. */
export interface SeenChange {
  readonly status: string;
  readonly at: number;
}

/** What the data process does: arguments and result of each call. Plain data only, never a key. */
export interface DataCalls {
  readonly observe: {
    args: { profileId: string; at: number; seen: readonly SeenStatus[] };
    result: { changes: number };
  };
  readonly timeline: { args: { profileId: string; migrationId: string }; result: readonly SeenChange[] };
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

import type { Resource } from '../migration-api/fields.ts';
import type { CompanyRow } from '../console-contract/companies-calls.ts';
import type { loadedCalls, LoadedWindow, Overview } from '../console-contract/loaded-calls.ts';
import type { LoadedQuery } from '../console-contract/loaded-query.ts';
import type { ListedMigration, MigrationRow } from '../console-contract/migrations-calls.ts';
import type { ProfileDataItem } from '../console-contract/profiles-calls.ts';
import type { StuckHours } from '../console-contract/settings-calls.ts';
import type { Alert } from '../console-contract/alerts-calls.ts';
import type { ObservedTimeline } from '../console-contract/timeline-calls.ts';
import type { AlertCalls } from './alert-messages.ts';
import type { SameCall } from './data-call.ts';
import type { ExportCalls } from './export-messages.ts';
import type { ListenerCalls } from './listener-messages.ts';
import type { PageCalls } from './page-messages.ts';
import type { ProofCalls } from './proof-messages.ts';
import type { TriageCalls } from './triage-messages.ts';

type LoadedCalls = typeof loadedCalls;

/** A longer time between two observations counts as a gap. Must be longer than the slowest polling interval. */
export const watchedGapMs = 6 * 60_000;

/** An observed change, or the first observation. Times in ms since 1970. */
export interface ObservedChange {
  readonly status: string;
  readonly at: number;
  readonly until: number;
}

export interface AttentionTerms {
  /** In ms since 1970. */
  readonly now: number;
  readonly stuckHours: StuckHours;
}

export interface RowsPlace {
  readonly profileId: string;
  readonly resource: Resource;
}

export interface RowsRequest extends RowsPlace {
  readonly query: LoadedQuery;
  readonly attention: AttentionTerms;
}

/** Data of a profile that the data process stores on disk. */
export type StoredKind = Exclude<ProfileDataItem['kind'], 'views' | 'watches'>;

/** Arguments and result of each call to the data process. Plain data only, never a key. */
interface DataCalls extends AlertCalls, ExportCalls, ListenerCalls, PageCalls, ProofCalls, TriageCalls {
  readonly observeStatus: (args: { profileId: string; at: number; id: string; status: string }) => null;
  readonly timeline: (args: { profileId: string; migrationId: string }) => readonly ObservedChange[];
  readonly leftAfter: (args: { profileId: string; status: string }) => ObservedTimeline['others'];
  readonly remove: (args: { profileId: string }) => number;
  readonly countStored: (args: { profileId: string }) => Readonly<Record<StoredKind, number>>;
  readonly removeStored: (args: { profileId: string }) => null;

  readonly learnCompanies: (args: { profileId: string; companies: readonly CompanyRow[] }) => {
    known: number;
    changed: boolean;
  };
  readonly lookupCompanies: (args: { profileId: string; ids: readonly string[] }) => readonly CompanyRow[];

  readonly searchCompanies: (args: { profileId: string; text: string; limit: number }) => readonly CompanyRow[];

  readonly knownProviders: (args: { profileId: string; limit: number }) => readonly string[];

  /** Deletes the rows of earlier loads. `load` identifies the new load; rows of other loads are rejected. */
  readonly beginRows: (args: RowsPlace & { load: string }) => null;
  /**
   * Stores rows from a call or an event, and observes their statuses at time `at` unless it is null. If `isWhole`, every
   * row is loaded, and new rows count as loaded.
   */
  readonly freshenRows: (args: {
    profileId: string;
    rows: readonly MigrationRow[];
    isWhole: boolean;
    at: number | null;
  }) => { changed: number; rows: number; version: number };
  readonly dropRows: (args: RowsPlace) => null;
  /** Deletes a removed profile's data and ignores later observations. */
  readonly forgetProfile: (args: { profileId: string }) => null;

  readonly windowOfRows: (args: RowsRequest & { offset: number; limit: number; at: number }) => LoadedWindow;
  readonly idsOfRows: SameCall<LoadedCalls['ids'], RowsRequest>;
  readonly rowsAmong: SameCall<LoadedCalls['among'], RowsRequest>;
  /**
   * Returns the migrations with these IDs that the profile has read, in the order of the IDs. `isReply`: the service
   * has just sent them, so a status without an observation counts as observed at `at`.
   */
  readonly migrationsByIds: (args: { profileId: string; ids: readonly string[]; at: number; isReply: boolean }) => {
    profileId: string;
    rows: ListedMigration[];
  };
  readonly groupsOfRows: SameCall<LoadedCalls['groups'], RowsRequest & { zone: 'local' | 'utc' }>;
  /** Computed over the loaded migrations, or over a sample that main has just read. Times in ms. */
  readonly overview: (
    args: AttentionTerms & { profileId: string; sample: readonly MigrationRow[] | null },
  ) => Pick<Overview, 'rows' | 'byStatus' | 'byProvider' | 'visit' | 'attention'>;
  readonly lastVisit: (args: { profileId: string }) => { at: string | null };
}
export type DataCallName = keyof DataCalls;
export type DataArgs<Name extends DataCallName> = Parameters<DataCalls[Name]>[0];
export type DataResult<Name extends DataCallName> = ReturnType<DataCalls[Name]>;

/** Message from main to the data process. `cancel` makes the request with that ID fail. */
export type DataRequest =
  | {
      readonly [Name in DataCallName]: { readonly id: number; readonly call: Name; readonly args: DataArgs<Name> };
    }[DataCallName]
  | { readonly id: number; readonly call: 'cancel' };

/** Messages to the worker thread of the browser host. `end` stops the thread. */
export type DataThreadMessage = DataRequest | { readonly call: 'end' };

/** Message from the data process to main: a response (one per request), a log line, new alerts, or export progress. */
export type DataReply =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: string }
  | { readonly kind: 'log'; readonly line: string }
  | {
      readonly kind: 'alerts';
      readonly profileId: string;
      readonly alerts: readonly Alert[];
      readonly quiet: number;
    }
  | { readonly kind: 'exported'; readonly exportId: string; readonly rows: number; readonly bytes: number };

import type { Resource } from '../migration-api/fields.ts';
import type { CompanyRow } from '../console-contract/companies-calls.ts';
import type { LoadedGroups, LoadedWindow, Overview } from '../console-contract/loaded-calls.ts';
import type { GroupKey, LoadedQuery } from '../console-contract/loaded-query.ts';
import type { ListedMigration, MigrationRow } from '../console-contract/migrations-calls.ts';
import type { StuckHours } from '../console-contract/settings-calls.ts';
import type { Alert } from '../console-contract/alerts-calls.ts';
import type { AlertCalls } from './alert-messages.ts';
import type { ExportCalls } from './export-messages.ts';
import type { ListenerCalls } from './listener-messages.ts';
import type { PageCalls } from './page-messages.ts';
import type { ProofCalls } from './proof-messages.ts';
import type { TriageCalls } from './triage-messages.ts';

/** A longer time between two observations counts as a gap. Longer than the slowest polling interval. */
export const watchedGapMs = 6 * 60_000;

export interface SeenStatus {
  readonly migrationId: string;
  readonly status: string;
}

export interface SeenRow extends SeenStatus, Pick<MigrationRow, 'created' | 'companyId' | 'createdByUserId'> {}

/** One change as it was seen: the first sight of a migration is one, too. Times in ms since 1970. */
export interface SeenChange {
  readonly status: string;
  readonly at: number;
  readonly until: number;
}

/** The status that a migration was last seen in. Times in ms since 1970. */
export interface StatusSince {
  readonly migrationId: string;
  readonly status: string;
  /** Since when it was seen in no other. */
  readonly seenSince: number;
  readonly until: number;
  /**
   * Earliest possible time of the change to this status: the observed change, else the last observation of another
   * status. Null without either; then the status may date from the creation.
   */
  readonly begun: number | null;
}

/** A migration as a reply contained it at `at`, in ms since 1970. */
export interface SeenMigration extends Pick<MigrationRow, 'id' | 'status' | 'created'> {
  readonly at: number;
}

export interface LeftAfter {
  readonly migrations: number;
  readonly medianMs: number;
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

/** What the data process does: arguments and result of each call. Plain data only, never a key. */
export interface DataCalls extends AlertCalls, ExportCalls, ListenerCalls, PageCalls, ProofCalls, TriageCalls {
  readonly observe: {
    args: { profileId: string; at: number; seen: readonly SeenRow[] };
    result: { changes: number };
  };
  readonly timeline: { args: { profileId: string; migrationId: string }; result: readonly SeenChange[] };
  readonly leftAfter: { args: { profileId: string; status: string }; result: LeftAfter | null };
  readonly count: { args: { profileId: string }; result: number };
  readonly remove: { args: { profileId: string }; result: number };

  readonly learnCompanies: {
    args: { profileId: string; companies: readonly CompanyRow[] };
    result: { known: number; changed: boolean };
  };
  readonly lookupCompanies: { args: { profileId: string; ids: readonly string[] }; result: readonly CompanyRow[] };

  readonly searchCompanies: {
    args: { profileId: string; text: string; limit: number };
    result: readonly CompanyRow[];
  };

  readonly knownProviders: { args: { profileId: string; limit: number }; result: readonly string[] };

  /** Clears the rows. `load` identifies this load; rows from another load are rejected. */
  readonly beginRows: { args: RowsPlace & { load: string; expected: number | null }; result: null };
  /** Stores rows that a call or an event has brought. `isWhole`: every row is loaded, so new ones count as loaded, too. */
  readonly freshenRows: {
    args: { profileId: string; rows: readonly MigrationRow[]; isWhole: boolean };
    result: { changed: number; rows: number; version: number };
  };
  readonly dropRows: { args: RowsPlace; result: null };
  /** Deletes a removed profile's data and ignores later observations. */
  readonly forgetProfile: { args: { profileId: string }; result: null };

  readonly windowOfRows: {
    args: RowsPlace & { query: LoadedQuery; attention: AttentionTerms; offset: number; limit: number; at: number };
    result: LoadedWindow;
  };
  readonly idsOfRows: {
    args: RowsPlace & { query: LoadedQuery; attention: AttentionTerms; offset: number; limit: number };
    result: { profileId: string; version: number; matched: number; ids: string[] };
  };
  readonly rowsAmong: {
    args: RowsPlace & { query: LoadedQuery; attention: AttentionTerms; ids: readonly string[] };
    result: { profileId: string; version: number; matched: number };
  };
  /**
   * Returns the migrations with these IDs that the profile has read, in their order.
   * `isReply`: the service has just sent them, so a status without an observation counts as observed at `at`.
   */
  readonly migrationsByIds: {
    args: { profileId: string; ids: readonly string[]; at: number; isReply: boolean };
    result: { profileId: string; rows: ListedMigration[] };
  };
  readonly groupsOfRows: {
    args: RowsPlace & {
      query: LoadedQuery;
      attention: AttentionTerms;
      by: GroupKey;
      zone: 'local' | 'utc';
      label: string;
    };
    result: LoadedGroups;
  };
  /** Over the loaded migrations, or over a sample that main has just read. Times in ms. */
  readonly overview: {
    args: AttentionTerms & { profileId: string; sample: readonly MigrationRow[] | null };
    result: Pick<Overview, 'rows' | 'byStatus' | 'byProvider' | 'attention'>;
  };
}
export type DataCallName = keyof DataCalls;

/** Main to the data process. `cancel` ends the request with that id, which then fails. */
export type DataRequest =
  | {
      readonly [Name in DataCallName]: {
        readonly id: number;
        readonly call: Name;
        readonly args: DataCalls[Name]['args'];
      };
    }[DataCallName]
  | { readonly id: number; readonly call: 'cancel' };

/** What the thread of the browser host hears besides: `end` ends it. */
export type DataThreadMessage = DataRequest | { readonly call: 'end' };

/** The data process to main: one reply per request, words for the log, new alerts, and how far an export is. */
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

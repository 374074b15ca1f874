import type { CompanyRow } from '../console-contract/companies-calls.ts';
import type { LoadedGroups, LoadedWindow, Overview } from '../console-contract/loaded-calls.ts';
import type { GroupKey, LoadedQuery, LoadedResource } from '../console-contract/loaded-query.ts';
import type { MigrationDetails, MigrationRow } from '../console-contract/migrations-calls.ts';
import type { ExportCalls } from './export-messages.ts';
import type { PageCalls } from './page-messages.ts';

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

/** A migration as a reply of the service said it at `at`, in ms since 1970. */
export interface SeenMigration extends Pick<MigrationRow, 'id' | 'status' | 'companyId'> {
  readonly at: number;
}

/** How long migrations stayed in a status. */
export interface LeftAfter {
  readonly migrations: number;
  readonly medianMs: number;
}

/** Loaded rows of one resource of one profile. */
export interface RowsPlace {
  readonly profileId: string;
  readonly resource: LoadedResource;
}

/** What the data process does: arguments and result of each call. Plain data only, never a key. */
export interface DataCalls extends ExportCalls, PageCalls {
  readonly observe: {
    args: { profileId: string; at: number; seen: readonly SeenStatus[] };
    result: { changes: number };
  };
  readonly timeline: { args: { profileId: string; migrationId: string }; result: readonly SeenChange[] };
  /** What is known of migrations beyond what was said of them; a status that nobody saw before is seen since `at`. */
  readonly migrationDetails: {
    args: { profileId: string; migrations: readonly SeenMigration[] };
    result: readonly MigrationDetails[];
  };
  readonly leftAfter: { args: { profileId: string; status: string }; result: LeftAfter | null };
  readonly count: { args: { profileId: string }; result: number };
  readonly remove: { args: { profileId: string }; result: number };

  readonly learnCompanies: {
    args: { profileId: string; companies: readonly CompanyRow[] };
    result: { known: number; changed: boolean };
  };
  readonly lookupCompanies: { args: { profileId: string; ids: readonly string[] }; result: readonly CompanyRow[] };

  /** By words of their names, those that begin with them first. */
  readonly searchCompanies: {
    args: { profileId: string; text: string; limit: number };
    result: readonly CompanyRow[];
  };

  /** Of companies, those of the most companies first. */
  readonly knownProviders: { args: { profileId: string; limit: number }; result: readonly string[] };

  /** Begins anew with no rows. `load` names this load: rows of another one are refused. */
  readonly beginRows: { args: RowsPlace & { load: string; expected: number | null }; result: null };
  /** Newer statuses of migrations that are loaded; others are not added. */
  readonly freshenRows: {
    args: { profileId: string; rows: readonly MigrationRow[] };
    result: { changed: number; version: number };
  };
  readonly dropRows: { args: RowsPlace; result: null };
  /** Everything of a profile but its timeline. */
  readonly forgetProfile: { args: { profileId: string }; result: null };

  readonly windowOfRows: {
    args: RowsPlace & { query: LoadedQuery; offset: number; limit: number; at: number };
    result: LoadedWindow;
  };
  readonly groupsOfRows: {
    args: RowsPlace & { query: LoadedQuery; by: GroupKey; zone: 'local' | 'utc' };
    result: LoadedGroups;
  };
  /** Over the loaded migrations, or over a sample that main has just read. Times in ms. */
  readonly overview: {
    args: {
      profileId: string;
      sample: readonly MigrationRow[] | null;
      now: number;
      stuckAfter: Readonly<Record<string, number>>;
    };
    result: Pick<Overview, 'rows' | 'byStatus' | 'byProvider' | 'problems' | 'stuck'>;
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

/** The data process to main: one reply per request, words for the log, and how far an export is. */
export type DataReply =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: string }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'exported'; readonly exportId: string; readonly rows: number; readonly bytes: number };

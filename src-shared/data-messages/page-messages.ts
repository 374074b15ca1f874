import type { Resource } from '../migration-api/fields.ts';
import type { Drift } from '../console-contract/requests-calls.ts';

export interface PageToStore {
  readonly page: number;
  readonly pageSize: number;
  /** Time of the response, in ms since 1970. */
  readonly at: number;
  readonly text: string;
  /** Rows with a lower number were loaded before the read started. Null if not needed. */
  readonly before: number | null;
}

export type KeptPage =
  | {
      readonly ok: true;
      readonly added: number;
      readonly changed: number;
      /** Rows of the response that were already loaded before row number `before`. */
      readonly known: number;
      readonly rows: number;
      readonly version: number;
      readonly received: number;
      readonly unreadable: number;
      readonly total: number | null;
      readonly drift: readonly Drift[];
    }
  | { readonly ok: false; readonly problem: string; readonly drift: readonly Drift[] };

export interface PageCalls {
  /** Parses and stores pages of one load. Returns one result per page, or null if the load's rows were dropped. */
  readonly keepPages: (args: {
    profileId: string;
    resource: Resource;
    load: string;
    pages: readonly PageToStore[];
  }) => readonly KeptPage[] | null;
}

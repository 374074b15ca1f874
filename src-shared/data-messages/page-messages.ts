import type { Resource } from '../migration-api/fields.ts';
import type { Drift } from '../console-contract/requests-calls.ts';

export interface HandedPage {
  readonly page: number;
  readonly pageSize: number;
  /** When it came, ms since 1970. */
  readonly at: number;
  readonly text: string;
  /** Rows with a lower number were known when the read started. Null if unused. */
  readonly before: number | null;
}

export type KeptPage =
  | {
      readonly ok: true;
      readonly added: number;
      readonly changed: number;
      /** Rows of the reply that were loaded before row number `before`. */
      readonly known: number;
      readonly rows: number;
      readonly version: number;
      /** Rows of the reply, and those of them that could not be read. */
      readonly received: number;
      readonly unreadable: number;
      /** Null if the service reports no total. */
      readonly total: number | null;
      readonly drift: readonly Drift[];
    }
  /** The reply holds no list that could be read: why. */
  | { readonly ok: false; readonly problem: string; readonly drift: readonly Drift[] };

export interface PageCalls {
  /** Parses pages of one load and stores their rows; one result per page. Null if the load's rows were dropped. */
  readonly keepPages: {
    args: { profileId: string; resource: Resource; load: string; pages: readonly HandedPage[] };
    result: readonly KeptPage[] | null;
  };
}

import type { Resource } from '../migration-api/fields.ts';
import type { Drift } from '../console-contract/requests-calls.ts';

export interface HandedPage {
  readonly page: number;
  readonly pageSize: number;
  /** Time of the response, in ms since 1970. */
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
      /** Rows of the response that were already loaded before row number `before`. */
      readonly known: number;
      readonly rows: number;
      readonly version: number;
      /** Rows in the response, and how many of them couldn't be read. */
      readonly received: number;
      readonly unreadable: number;
      readonly total: number | null;
      readonly drift: readonly Drift[];
    }
  /** The response contains no readable list; `problem` says why. */
  | { readonly ok: false; readonly problem: string; readonly drift: readonly Drift[] };

export interface PageCalls {
  /** Parses pages of one load and stores their rows; one result per page. Null if the load's rows were dropped. */
  readonly keepPages: {
    args: { profileId: string; resource: Resource; load: string; pages: readonly HandedPage[] };
    result: readonly KeptPage[] | null;
  };
}

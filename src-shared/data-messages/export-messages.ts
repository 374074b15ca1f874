import type { Resource } from '../migration-api/fields.ts';
import type { CompanyRow } from '../console-contract/companies-calls.ts';
import type { exportFormats } from '../console-contract/export-calls.ts';
import type { LoadedQuery } from '../console-contract/loaded-query.ts';
import type { MigrationRow } from '../console-contract/migrations-calls.ts';
import type { AttentionTerms } from './data-calls.ts';

/** Why a file could not be written, told apart for the sentence that a person reads. */
const writeProblems = ['disk_full', 'not_writable', 'folder_missing', 'is_folder', 'failed'] as const;
export type WriteProblem = (typeof writeProblems)[number];

export interface ExportedFile {
  readonly rows: number;
  readonly bytes: number;
}

export interface ExportCalls {
  /**
   * Writes rows into `part` and puts it in the place of `file` when all are there. `rows` null: the loaded ones. With
   * `ids`, those, in this order, from `rows` or else from the loaded ones; `missing` names those that are in neither.
   * Progress comes as `exported`; ends early when the request is cancelled, and then nothing is left.
   */
  readonly exportRows: {
    args: {
      exportId: string;
      profileId: string;
      resource: Resource;
      query: LoadedQuery;
      attention: AttentionTerms;
      rows: readonly (MigrationRow | CompanyRow)[] | null;
      /** null: the query says which rows, and in which order. */
      ids: readonly string[] | null;
      format: (typeof exportFormats)[number];
      columns: readonly string[];
      file: string;
      /** Where it is written until it is whole; beside `file`, not there yet. */
      part: string;
      mode: number;
    };
    result:
      | { readonly ok: true; readonly written: ExportedFile; readonly missing: readonly string[] }
      | { readonly ok: false; readonly problem: WriteProblem; readonly detail: string };
  };
  readonly countRows: {
    args: { profileId: string; resource: Resource; query: LoadedQuery; attention: AttentionTerms };
    result: number;
  };
}

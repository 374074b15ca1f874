import type { CompanyRow } from '../console-contract/companies-calls.ts';
import type { exportFormats } from '../console-contract/export-calls.ts';
import type { MigrationRow } from '../console-contract/migrations-calls.ts';
import type { RowsRequest } from './data-calls.ts';

export interface ExportedFile {
  readonly rows: number;
  readonly bytes: number;
}

export interface ExportCalls {
  /**
   * Writes rows to `part` and renames that file to `file` when complete. If `rows` is null, writes the loaded rows.
   * `ids` selects and orders rows from `rows` or from the loaded rows; `missing` lists IDs found in neither. Sends
   * `exported` to report progress. Cancelling stops the export and removes `part`.
   */
  readonly exportRows: (
    args: RowsRequest & {
      exportId: string;
      rows: readonly (MigrationRow | CompanyRow)[] | null;
      ids: readonly string[] | null;
      format: (typeof exportFormats)[number];
      columns: readonly string[];
      /** Causes by migration ID, for an additional last column. Null omits that column. */
      causes: Readonly<Record<string, string>> | null;
      file: string;
      /** Path of a temporary file in the folder of `file`. The file must not exist yet. */
      part: string;
      mode: number;
    },
  ) =>
    | { readonly ok: true; readonly written: ExportedFile; readonly missing: readonly string[] }
    | { readonly ok: false; readonly code: string | undefined; readonly detail: string };
  readonly countRows: (args: RowsRequest) => number;
}

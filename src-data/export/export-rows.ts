import type { ExportCalls, ExportedFile } from '#shared/data-messages/export-messages.ts';
import type { LoadedTable, RowStore } from '../rows/row-store.ts';
import type { PlainRow } from '../rows/row-table.ts';
import { fieldsOf } from './export-fields.ts';
import { createRowFormat, type RowFormat } from './format-rows.ts';
import { writeFileWhole } from './write-file.ts';

type ExportCall = ExportCalls['exportRows'];

/** Rows whose text is made at a time: some 100 kB. */
const rowsPerPiece = 500;
/** Progress is told at most this often. */
const progressMs = 250;
const beyondAscii = /[^\0-\u007f]/;

/** A table of the rows that came with the call: one page, as the service has just sent it. */
function tableOf(store: RowStore, { profileId, resource, rows }: ExportCall['args']): LoadedTable {
  if (rows === null) return store.table({ profileId, resource });
  return store.separate({ profileId, resource }, rows as unknown as readonly PlainRow[]);
}

async function* piecesOf(
  { view }: LoadedTable,
  rows: Uint32Array,
  format: RowFormat,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  yield format.start;
  for (let from = 0; from < rows.length; from += rowsPerPiece) {
    const some = Array.from(rows.subarray(from, from + rowsPerPiece), (row) => view.rowAt(row));
    onRows(from + some.length);
    yield format.rows(some, from === 0);
  }
  yield format.end(rows.length === 0);
}

/** Whether a letter beyond ASCII can be among the texts of a table. */
function isAscii({ view }: LoadedTable, fields: readonly { field: string }[]): boolean {
  const named = fields.flatMap(({ field }) => view.textsOf(field) ?? []);
  return named.every((column) => {
    for (let code = 0; code < column.size(); code += 1) if (beyondAscii.test(column.textAt(code) ?? '')) return false;
    return true;
  });
}

/**
 * Writes rows into a file, in the order of a query. Memory does not grow with their number.
 * @param onProgress told of rows and bytes so far
 */
export async function exportRows(
  store: RowStore,
  call: ExportCall['args'],
  signal: AbortSignal,
  onProgress: (written: ExportedFile) => void,
): Promise<ExportCall['result']> {
  const table = tableOf(store, call);
  const { rows } = await table.results.get(call.query, signal);
  const fields = fieldsOf(call.resource, call.columns);
  const format = createRowFormat(call.format, fields, call.format !== 'csv' || isAscii(table, fields));
  let written = 0;
  let toldAt = performance.now();
  const pieces = piecesOf(table, rows, format, (count) => (written = count));
  const file = await writeFileWhole(call, pieces, {
    signal,
    onBytes: (bytes) => {
      if (performance.now() - toldAt < progressMs) return;
      toldAt = performance.now();
      onProgress({ rows: written, bytes });
    },
  });
  return file.ok ? { ok: true, written: { rows: rows.length, bytes: file.bytes } } : file;
}

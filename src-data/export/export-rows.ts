import type { ExportCalls, ExportedFile } from '#shared/data-messages/export-messages.ts';
import type { LoadedTable, RowStore } from '../query/row-store.ts';
import type { PlainRow } from '../rows/row-table.ts';
import { type ExportField, exportFieldsOf } from './export-fields.ts';
import { createRowFormat, type RowFormat } from './format-rows.ts';
import { createPieceBuffer } from './piece-buffer.ts';
import { createCells, isAscii } from './row-cells.ts';
import { writeFileWhole } from './write-file.ts';

type ExportCall = ExportCalls['exportRows'];

/** A file is written in pieces of this size. */
const pieceBytes = 256 * 1024;
/** Progress is told at most this often. */
const progressMs = 250;

/** A table of the rows that came with the call: one page, as the service has just sent it. */
function tableOf(store: RowStore, { profileId, resource, rows }: ExportCall['args']): LoadedTable {
  if (rows === null) return store.table({ profileId, resource });
  return store.separate({ profileId, resource }, rows as unknown as readonly PlainRow[]);
}

/** The bytes of a file, piece by piece; each holds until the next but one. */
function* piecesOf(
  { view }: LoadedTable,
  rows: Uint32Array,
  fields: readonly ExportField[],
  format: RowFormat,
  onRows: (count: number) => void,
): Generator<Uint8Array> {
  const piece = createPieceBuffer(pieceBytes + 16 * 1024);
  const cellsOf = createCells(view, format, piece);
  const before = format.beforeCells.map((text) => Buffer.from(text));
  const cells = fields.map(({ field }) => cellsOf(field));
  const between = Buffer.from(format.betweenRows);
  const after = Buffer.from(format.afterRow);
  const put = (bytes: Uint8Array) => piece.putBytes(bytes, 0, bytes.length);
  piece.putText(format.start);
  for (let at = 0; at < rows.length; at += 1) {
    if (at > 0) put(between);
    for (let cell = 0; cell < cells.length; cell += 1) {
      put(before[cell] ?? after);
      cells[cell]?.(rows[at] ?? 0);
    }
    put(after);
    if (piece.length() < pieceBytes) continue;
    onRows(at + 1);
    yield piece.take();
  }
  onRows(rows.length);
  piece.putText(format.end(rows.length === 0));
  yield piece.take();
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
  const fields = exportFieldsOf(call.resource, call.columns);
  const format = createRowFormat(call.format, fields, call.format !== 'csv' || isAscii(table.view, fields));
  let written = 0;
  let toldAt = performance.now();
  const pieces = piecesOf(table, rows, fields, format, (count) => (written = count));
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

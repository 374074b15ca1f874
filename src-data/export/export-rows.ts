import type { ExportCalls, ExportedFile } from '#shared/data-messages/export-messages.ts';
import type { AttentionSource } from '../query/find-attention.ts';
import type { LoadedTable, RowStore } from '../query/row-store.ts';
import type { PlainRow } from '../rows/row-table.ts';
import { type ExportField, exportFieldsOf } from './export-fields.ts';
import { createRowFormat, type RowFormat } from './format-rows.ts';
import { createPieceBuffer, putBytes, putText, takePiece } from './piece-buffer.ts';
import { createCells, isAscii } from './row-cells.ts';
import { writeFileWhole } from './write-file.ts';

type ExportCall = ExportCalls['exportRows'];

/** A file is written in pieces of this size. */
const pieceBytes = 256 * 1024;
/** Progress is told at most this often. */
const progressMs = 250;

/** A table of the rows that came with the call: one page, as the service has just sent it. */
function tableOf(store: RowStore, { profileId, resource, rows, ids }: ExportCall['args']): LoadedTable {
  const place = { profileId, resource };
  if (rows === null && ids === null) return store.table(place);
  const given = (rows ?? []) as unknown as readonly PlainRow[];
  if (ids === null) return store.separate(place, given);
  const loaded = store.table(place).view.table;
  const here = new Set(given.map(({ id }) => id));
  const others = ids.filter((id) => !here.has(id) && loaded.has(id)).map((id) => loaded.rowAt(loaded.find(id)));
  return store.separate(place, [...given, ...others]);
}

/** The rows with these ids, in their order, each once; and the ids that no row has. */
const rowsOfIds = ({ view }: LoadedTable, ids: readonly string[]) => {
  const distinct = [...new Set(ids)];
  const missing = distinct.filter((id) => !view.table.has(id));
  const rows = Uint32Array.from(distinct.map((id) => view.table.find(id)).filter((row) => row !== -1));
  return { rows, missing };
};

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
  const columns = fields.map(({ field }, at) => cellsOf(field, format.beforeCells[at] ?? ''));
  const between = Buffer.from(format.betweenRows);
  const after = Buffer.from(format.afterRow);
  putText(piece, format.start);
  for (let at = 0; at < rows.length;) {
    const cells = columns.map(({ begin }) => begin());
    for (; at < rows.length && piece.length < pieceBytes; at += 1) {
      const row = rows[at] as number;
      if (at > 0) putBytes(piece, between);
      for (const putCell of cells) putCell(row);
      putBytes(piece, after);
    }
    onRows(at);
    if (at < rows.length) yield takePiece(piece);
  }
  putText(piece, format.end(rows.length === 0));
  yield takePiece(piece);
}

/**
 * Writes rows into a file, in the order of a query. Memory does not grow with their number.
 * @param onProgress told of rows and bytes so far
 */
export async function exportRows(
  store: RowStore,
  call: ExportCall['args'],
  { signal, attention }: { readonly signal: AbortSignal; readonly attention: AttentionSource },
  onProgress: (written: ExportedFile) => void,
): Promise<ExportCall['result']> {
  const table = tableOf(store, call);
  const { rows, missing } = call.ids
    ? rowsOfIds(table, call.ids)
    : { rows: (await table.results.get(call.query, signal, attention)).rows, missing: [] };
  const fields = exportFieldsOf(call.resource, call.columns);
  const format = createRowFormat(call.format, fields, call.format !== 'csv' || isAscii(table.view, fields));
  let written = 0;
  let lastReportAt = performance.now();
  const pieces = piecesOf(table, rows, fields, format, (count) => (written = count));
  const file = await writeFileWhole(call, pieces, {
    signal,
    onBytes: (bytes) => {
      if (performance.now() - lastReportAt < progressMs) return;
      lastReportAt = performance.now();
      onProgress({ rows: written, bytes });
    },
  });
  return file.ok ? { ok: true, written: { rows: rows.length, bytes: file.bytes }, missing } : file;
}

import type { Resource } from '#shared/migration-api/fields.ts';
import type { ExportCalls, ExportedFile } from '#shared/data-messages/export-messages.ts';
import type { QueryResult } from '../replica/query-results.ts';
import type { ReplicaValues } from '../replica/replica.ts';
import type { ProfileReplica, Replicas } from '../replica/replicas.ts';
import { columnOf, type PlainRow } from '../replica/replica-schema.ts';
import { type ExportField, exportFieldsOf } from './export-fields.ts';
import { createRowFormat, type RowFormat } from './format-rows.ts';
import { writeFileWhole } from './write-file.ts';

type ExportCall = Parameters<ExportCalls['exportRows']>[0];

const pieceRows = 2_000;
const progressMs = 250;

interface RowsToWrite {
  readonly count: number;
  readonly missing: readonly string[];
  readonly read: (fields: readonly string[], offset: number, limit: number) => readonly ReplicaValues[];
}

const withIds = 'JOIN json_each(?) AS wanted ON wanted.value = r.id WHERE r.place IS NOT NULL ORDER BY wanted.key';

function rowsOfIds({ replica }: ProfileReplica, resource: Resource, ids: readonly string[]): RowsToWrite {
  const distinct = [...new Set(ids)];
  const storedIds = new Set(replica.values(resource, ['id'], withIds, JSON.stringify(distinct)).map(([id]) => id));
  const foundIds = distinct.filter((id) => storedIds.has(id));
  return {
    count: foundIds.length,
    missing: distinct.filter((id) => !storedIds.has(id)),
    read: (fields, offset, limit) =>
      replica.values(resource, fields, withIds, JSON.stringify(foundIds.slice(offset, offset + limit))),
  };
}

const rowsOfResult = ({ matched, values }: QueryResult): RowsToWrite => ({ count: matched, missing: [], read: values });

function requestedRows(replicas: Replicas, { profileId, resource, rows, ids }: ExportCall): ProfileReplica {
  const givenList = (rows ?? []) as unknown as readonly PlainRow[];
  const givenIds = new Set(givenList.map(({ id }) => id));
  const others = ids === null ? [] : ids.filter((id) => !givenIds.has(id));
  const loadedRows = replicas.of(profileId).replica.rows(resource, withIds, JSON.stringify(others));
  return replicas.separate({ profileId, resource }, [...givenList, ...(loadedRows as unknown as readonly PlainRow[])]);
}

function* piecesOf(
  rows: RowsToWrite,
  fields: readonly ExportField[],
  format: RowFormat,
  onRows: (count: number) => void,
): Generator<Uint8Array> {
  let text = format.start;
  const names = fields.map(({ field }) => field);
  for (let at = 0; at < rows.count; at += pieceRows) {
    const lines = rows.read(names, at, pieceRows).map((values) => {
      let line = '';
      for (let place = 0; place < values.length; place += 1) {
        const value = values[place] || null;
        const cellOf = fields[place]?.cellOf;
        line += (format.cellPrefixes[place] ?? '') + format.cell(cellOf && value ? cellOf(value) : value);
      }
      return line;
    });
    text += (at > 0 ? format.rowSeparator : '') + lines.join(format.rowEnd + format.rowSeparator) + format.rowEnd;
    onRows(at + lines.length);
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text + format.end(rows.count === 0));
}

/** Uses the same amount of memory for any number of rows. */
export async function exportRows(
  replicas: Replicas,
  call: ExportCall,
  signal: AbortSignal,
  onProgress: (written: ExportedFile) => void,
): Promise<ReturnType<ExportCalls['exportRows']>> {
  const { resource, ids } = call;
  const isSeparate = call.rows !== null || ids !== null;
  const source = isSeparate ? requestedRows(replicas, call) : replicas.of(call.profileId);
  const result = ids === null ? await source.results[resource].open(call.query, signal, call.attention) : null;
  const rows = result ? rowsOfResult(result) : rowsOfIds(source, resource, ids ?? []);
  const causes = call.causes === null ? null : new Map(Object.entries(call.causes));
  const fields = exportFieldsOf(resource, call.columns);
  if (causes) fields.push({ name: 'cause', field: 'id', cellOf: (id) => causes.get(id) ?? null });
  const hasOnlyAsciiCauses = causes === null || /^[\u0020-\u007e]*$/.test([...causes.values()].join(''));
  const isAscii = fields.every(({ field }) => {
    const column = columnOf(resource, field);
    return column === null || source.replica.isAscii(column.isCompanyColumn ? 'companies' : resource, column.name);
  });
  const format = createRowFormat(call.format, fields, call.format !== 'csv' || (isAscii && hasOnlyAsciiCauses));
  let writtenRows = 0;
  let lastReportAt = performance.now();
  try {
    const file = await writeFileWhole(
      call,
      piecesOf(rows, fields, format, (count) => (writtenRows = count)),
      {
        signal,
        onBytes: (bytes) => {
          if (performance.now() - lastReportAt < progressMs) return;
          lastReportAt = performance.now();
          onProgress({ rows: writtenRows, bytes });
        },
      },
    );
    return file.ok ? { ok: true, written: { rows: rows.count, bytes: file.bytes }, missing: rows.missing } : file;
  } finally {
    result?.drop();
    if (isSeparate) source.replica.close();
  }
}

import { isAscii as areBytesAscii } from 'node:buffer';
import type { IdPool } from '../rows/id-pool.ts';
import { tableFields } from '../rows/row-table.ts';
import type { TextPool } from '../rows/text-pool.ts';
import type { TableView } from '../query/table-view.ts';
import type { ExportField } from './export-fields.ts';

const beyondAscii = /[^\0-\u007f]/;
const areAscii = (texts: Iterable<string>): boolean => {
  for (const text of texts) if (beyondAscii.test(text)) return false;
  return true;
};

const isAsciiPool = (pool: TextPool): boolean => areBytesAscii(pool.bytes().subarray(0, pool.startOf(pool.size())));

/** Whether no letter beyond ASCII can be among the texts of these fields of a table. */
export function isAscii(view: TableView, fields: readonly ExportField[]): boolean {
  const { table, resource } = view;
  const kinds: Readonly<Record<string, 'texts' | 'ids'>> = tableFields[resource];
  return fields.every(({ field }) => {
    if (field === 'id') return areAscii(table.ids.oddTexts());
    if (field === 'created') return areAscii(table.oddTimes());
    const kind = Object.hasOwn(kinds, field) ? kinds[field] : null;
    if (kind === 'ids') return areAscii((table.column(field).dictionary as IdPool).oddTexts());
    if (kind === 'texts') return isAsciiPool(table.column(field).dictionary as TextPool);
    const texts = view.column(field);
    return areAscii(Array.from({ length: texts?.size() ?? 0 }, (_, code) => texts?.textAt(code) ?? ''));
  });
}

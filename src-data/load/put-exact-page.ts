import { migrationStatuses } from '#shared/migration-api/migration.ts';
import type { IdPool } from '../rows/id-pool.ts';
import type { RowTable } from '../rows/row-table.ts';
import type { TextPool } from '../rows/text-pool.ts';
import type { ExactPage } from './exact-page.ts';

/** Puts the rows of a page into a table of migrations, without a string being made; returns the numbers of the rows. */
export function putExactPage(table: RowTable, page: ExactPage): Uint32Array {
  const { ids, created, statuses, users, companies, hasCompany, bytes } = page;
  const statusCodes = migrationStatuses.map((status) => table.column('status').dictionary.intern(status));
  const companyIds = table.column('companyId').dictionary as IdPool;
  const userTexts = table.column('createdByUserId').dictionary as TextPool;
  const codes = new Uint32Array(3);
  const rows = new Uint32Array(page.rows);
  for (let row = 0; row < page.rows; row += 1) {
    // In the order of `tableFields.migrations`.
    codes[0] = statusCodes[statuses[row] ?? 0] ?? 0;
    codes[1] = hasCompany[row] === 1 ? companyIds.internPacked(companies, row * 16) : 0;
    codes[2] = userTexts.internBytes(bytes, users[row * 2] ?? 0, users[row * 2 + 1] ?? 0);
    rows[row] = table.putCoded(ids, row * 16, created[row] ?? Number.NaN, codes);
  }
  return rows;
}

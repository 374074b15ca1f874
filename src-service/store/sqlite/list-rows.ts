import type { DatabaseSync } from 'node:sqlite';
import type { Migration } from '#shared/migration-api/migration.ts';
import type { ProviderCompany } from '../../providers/source-provider.ts';
import { newCompanyRow, newMigrationRow, rowNumber, rowsPerOrganization } from '../list-rows.ts';
import type { ListStore, PageWanted } from '../store.ts';
import type { SharedReads } from './transactions.ts';

export const rowRange = (organization: number): { from: number; to: number } => ({
  from: organization * rowsPerOrganization + 1,
  to: organization * rowsPerOrganization + rowsPerOrganization - 1,
});

/** Upper limit for positions, so that huge page numbers don't lose integer precision. */
const furthestRow = rowsPerOrganization;

/** `rowNumber` in SQL; `organizations.number` is the organization's number. */
const firstRowSql = `organizations.number * ${rowsPerOrganization}`;

export const organizationOfSql = (row: string): string => `(${row} / ${rowsPerOrganization})`;

/**
 * Pages of a list by page number; every page takes as long as page 1. One statement reads the counter and the range of
 * row numbers, so that a page and its total are consistent. OFFSET would read every row before the page.
 */
export const createListPages = (
  database: DatabaseSync,
  table: 'migrations' | 'companies',
  reads: SharedReads,
): ListStore => {
  const page = database.prepare(`
    SELECT ${table} AS total, (
      SELECT group_concat(json, ',') FROM (
        SELECT json FROM ${table}
        WHERE row > ${firstRowSql} + max(organizations.${table} - ?2 - ?3, 0)
          AND row <= ${firstRowSql} + max(organizations.${table} - ?2, 0)
        ORDER BY row DESC
      )
    ) AS rows
    FROM organizations WHERE number = ?1
  `);
  const total = database.prepare(`SELECT ${table} AS total FROM organizations WHERE number = ?`);
  const byId = database.prepare(`SELECT json FROM ${table} WHERE id = ? AND row BETWEEN ? AND ?`);
  return {
    page: (organization: number, wanted: PageWanted) =>
      reads(() => {
        const skip = Math.min((wanted.page - 1) * wanted.pageSize, furthestRow);
        const found = page.get(organization, skip, wanted.pageSize);
        return { rows: (found?.['rows'] as string | null | undefined) ?? '', total: Number(found?.['total'] ?? 0) };
      }),
    total: (organization: number) => reads(() => Number(total.get(organization)?.['total'] ?? 0)),
    json: async (organization, id) => {
      const { from, to } = rowRange(organization);
      return byId.get(id, from, to)?.['json'] as string | undefined;
    },
  };
};

/** Appends rows to an organization's lists. Call it in a transaction, because row and counter change together. */
interface RowAppender {
  migration(
    organization: number,
    migration: Omit<Migration, 'object' | 'created'>,
    now: number,
    metadata: string | null,
  ): { readonly row: number; readonly json: string };
  company(organization: number, company: ProviderCompany, now: number): string;
}

export const createRowAppender = (database: DatabaseSync): RowAppender => {
  // `created` strictly increases, so its order equals the order of the row numbers.
  const nextRow = (list: 'migration' | 'company', counter: 'migrations' | 'companies') =>
    database.prepare(`
      UPDATE organizations SET ${counter} = ${counter} + 1,
        last_${list}_created = max(last_${list}_created + 1, :now)
      WHERE number = :organization
      RETURNING id, ${counter} AS position, last_${list}_created AS created`);
  const nextMigration = nextRow('migration', 'migrations');
  const nextCompany = nextRow('company', 'companies');
  const insertMigration = database.prepare(
    'INSERT INTO migrations (row, id, status, json, metadata, sequence) VALUES (?, ?, ?, ?, ?, 1)',
  );
  const insertCompany = database.prepare(
    'INSERT INTO companies (row, id, source_provider, provider_company_id, json) VALUES (?, ?, ?, ?, ?)',
  );
  const findCompany = database.prepare(`
    SELECT id FROM companies
    WHERE source_provider = ? AND provider_company_id = ? AND row BETWEEN ? AND ?`);

  return {
    migration: (organization, migration, now, metadata) => {
      const next = nextMigration.get({ organization, now });
      const row = rowNumber(organization, Number(next?.['position']));
      const whole = newMigrationRow(migration, Number(next?.['created']));
      const json = JSON.stringify(whole);
      insertMigration.run(row, whole.id, whole.status, json, metadata);
      return { row, json };
    },
    company: (organization, wanted, now) => {
      const { idAtProvider, provider } = wanted;
      const { from, to } = rowRange(organization);
      const known = findCompany.get(provider, idAtProvider, from, to);
      if (known !== undefined) return String(known['id']);
      const next = nextCompany.get({ organization, now });
      const company = newCompanyRow(wanted, String(next?.['id']), Number(next?.['created']));
      const row = rowNumber(organization, Number(next?.['position']));
      insertCompany.run(row, company.id, provider, idAtProvider, JSON.stringify(company));
      return company.id;
    },
  };
};

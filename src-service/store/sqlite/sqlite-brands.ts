import type { DatabaseSync } from 'node:sqlite';
import { type BrandStore, logoNameOf, type StoredBrand } from '../brand-store.ts';
import { inTransaction } from './transactions.ts';

export const createSqliteBrands = (database: DatabaseSync): BrandStore => {
  const find = database.prepare(
    'SELECT number FROM organizations WHERE ?1 IS NULL OR name = ?1 ORDER BY number LIMIT 1',
  );
  const shown = database.prepare(`
    SELECT organizations.name AS organizationName, brands.name, brands.accent, brands.logo_name AS logoName
    FROM brands JOIN organizations ON organizations.number = brands.organization WHERE organization = ?`);
  const stored = database.prepare('SELECT name, accent, logo FROM brands WHERE organization = ?');
  const write = database.prepare(
    'INSERT OR REPLACE INTO brands (organization, name, accent, logo, logo_name) VALUES (?, ?, ?, ?, ?)',
  );
  const logo = database.prepare('SELECT logo FROM brands WHERE logo_name = ? LIMIT 1');
  return {
    find: async (name) => find.get(name ?? null)?.['number'] as number | undefined,
    of: async (organization) => shown.get(organization) as unknown as Awaited<ReturnType<BrandStore['of']>>,
    change: async (organization, changes) =>
      inTransaction(database, () => {
        const before = stored.get(organization) as unknown as StoredBrand | undefined;
        const next = { name: null, accent: null, logo: null, ...before, ...changes };
        write.run(organization, next.name, next.accent, next.logo, logoNameOf(next.logo));
      }),
    logo: async (logoName) => logo.get(logoName)?.['logo'] as Uint8Array | undefined,
  };
};

import { type BrandStore, logoNameOf, type StoredBrand } from '../brand-store.ts';
import type { Database } from './database.ts';

const shown = {
  name: 'brand',
  text: `
    SELECT organizations.name AS "organizationName", brands.name, brands.accent, brands.logo_name AS "logoName"
    FROM brands JOIN organizations ON organizations.number = brands.organization WHERE organization = $1`,
};

export const createPostgresBrands = (database: Database): BrandStore => ({
  find: async (name) => {
    const [row] = await database.run(
      'SELECT number FROM organizations WHERE $1::text IS NULL OR name = $1 ORDER BY number LIMIT 1',
      [name ?? null],
    );
    return row === undefined ? undefined : Number(row['number']);
  },
  of: async (organization) => {
    const [row] = await database.run(shown, [organization]);
    return row as unknown as Awaited<ReturnType<BrandStore['of']>>;
  },
  change: (organization, changes) =>
    database.inTransaction(async (session) => {
      // Serializes concurrent changes.
      await session.run('SELECT FROM organizations WHERE number = $1 FOR UPDATE', [organization]);
      const [before] = await session.run('SELECT name, accent, logo FROM brands WHERE organization = $1', [
        organization,
      ]);
      const next: StoredBrand = { name: null, accent: null, logo: null, ...before, ...changes };
      await session.run(
        `INSERT INTO brands (organization, name, accent, logo, logo_name) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (organization) DO UPDATE SET name = $2, accent = $3, logo = $4, logo_name = $5`,
        [organization, next.name, next.accent, next.logo, logoNameOf(next.logo)],
      );
    }),
  logo: async (logoName) => {
    const [row] = await database.run('SELECT logo FROM brands WHERE logo_name = $1 LIMIT 1', [logoName]);
    return row?.['logo'] as Uint8Array | undefined;
  },
});

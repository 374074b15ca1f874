import { hash } from 'node:crypto';
import { type Dialect, first, insert, type Programs, run } from './base/program.ts';

/** Null values use Ferry's default. */
export interface StoredBrand {
  readonly name: string | null;
  /** `#rrggbb`, dark enough for white text. */
  readonly accent: string | null;
  readonly logo: Uint8Array | null;
}

export interface ShownBrand extends Omit<StoredBrand, 'logo'> {
  readonly organizationName: string;
  readonly logoName: string | null;
}

export interface BrandStore {
  /** Returns the number of the organization with this name, or by default of the first one. Undefined if unknown. */
  find(name: string | undefined): Promise<number | undefined>;
  of(organization: number): Promise<ShownBrand | undefined>;
  /** Sets the given parts of a brand. Null restores Ferry's default. */
  change(organization: number, changes: Partial<StoredBrand>): Promise<void>;
  /** Returns the PNG of a logo file name. Undefined if no organization uses it. */
  logo(logoName: string): Promise<Uint8Array | undefined>;
}

const logoNameOf = (logo: Uint8Array | null): string | null =>
  logo === null ? null : `${hash('sha256', logo).slice(0, 32)}.png`;

/** Whether this is a valid logo file name. A database may reject a query with other strings. */
export const isLogoName = (text: string): boolean => /^[\da-f]{32}\.png$/.test(text);

const shownBrand = {
  name: 'brand',
  text: `
    SELECT organizations.name AS "organizationName", brands.name, brands.accent, brands.logo_name AS "logoName"
    FROM brands JOIN organizations ON organizations.number = brands.organization WHERE organization = $1`,
};

export const createBrandStore = ({ change, single }: Programs, { lock }: Dialect): BrandStore => ({
  find: async (name) => {
    const sql = 'SELECT number FROM organizations WHERE CAST($1 AS text) IS NULL OR name = $1 ORDER BY number LIMIT 1';
    const row = await single(() => first(sql, [name ?? null]));
    return row && Number(row['number']);
  },
  of: async (organization) => (await single(() => first(shownBrand, [organization]))) as ShownBrand | undefined,
  change: (organization, changes) =>
    change(function* () {
      // Serializes concurrent changes.
      yield* run(`SELECT number FROM organizations WHERE number = $1${lock('organizations')}`, [organization]);
      const previous = yield* first('SELECT name, accent, logo FROM brands WHERE organization = $1', [organization]);
      const next: StoredBrand = { name: null, accent: null, logo: null, ...previous, ...changes };
      yield* insert(
        'brands',
        { organization, ...next, logo_name: logoNameOf(next.logo) },
        `ON CONFLICT (organization) DO UPDATE
         SET name = excluded.name, accent = excluded.accent, logo = excluded.logo, logo_name = excluded.logo_name`,
      );
    }),
  logo: async (logoName) => {
    const row = await single(() => first('SELECT logo FROM brands WHERE logo_name = $1 LIMIT 1', [logoName]));
    return row?.['logo'] as Uint8Array | undefined;
  },
});

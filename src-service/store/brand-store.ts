import { hash } from 'node:crypto';
import { bindPrograms, first, insert, prepared, type Program, type Programs } from './base/program.ts';

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

const logoNameOf = (logo: Uint8Array | null): string | null =>
  logo === null ? null : `${hash('sha256', logo).slice(0, 32)}.png`;

/** Whether this is a valid logo file name. A database may reject a query with other strings. */
export const isLogoName = (text: string): boolean => /^[\da-f]{32}\.png$/.test(text);

const shownBrand = prepared(`
    SELECT organizations.name AS "organizationName", brands.name, brands.accent, brands.logo_name AS "logoName"
    FROM brands JOIN organizations ON organizations.number = brands.organization WHERE organization = $1`);

export const createBrandStore = ({ change, single }: Programs) => ({
  ...bindPrograms(single, {
    /** Returns the number of the organization with this name, or by default of the first one. Undefined if unknown. */
    *find(name: string | undefined): Program<number | undefined> {
      const sql =
        'SELECT number FROM organizations WHERE CAST($1 AS text) IS NULL OR name = $1 ORDER BY number LIMIT 1';
      return (yield* first<{ number: number }>(sql, [name ?? null]))?.number;
    },
    of: (organization: number): Program<ShownBrand | undefined> => first(shownBrand, [organization]),
    /** Returns the PNG of a logo file name. Undefined if no organization uses it. */
    *logo(logoName: string): Program<Uint8Array | undefined> {
      const row = yield* first('SELECT logo FROM brands WHERE logo_name = $1 LIMIT 1', [logoName]);
      return row?.['logo'] as Uint8Array | undefined;
    },
  }),
  ...bindPrograms(change, {
    /** Sets the given parts of a brand. Null restores Ferry's default. */
    *change(organization: number, changes: Partial<StoredBrand>): Program<void> {
      const { logo } = changes;
      const row = { organization, ...changes, ...(logo !== undefined && { logo_name: logoNameOf(logo) }) };
      const updates = Object.keys(row).map((column) => `${column} = excluded.${column}`);
      yield* insert('brands', row, `ON CONFLICT (organization) DO UPDATE SET ${updates.join(', ')}`);
    },
  }),
});

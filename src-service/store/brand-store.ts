import { hash } from 'node:crypto';

/** Brand of an organization's modals. Null values use Ferry's default. */
export interface StoredBrand {
  readonly name: string | null;
  /** `#rrggbb`, dark enough for white text. */
  readonly accent: string | null;
  readonly logo: Uint8Array | null;
}

/** A brand as modals show it. */
export interface ShownBrand extends Omit<StoredBrand, 'logo'> {
  readonly organizationName: string;
  readonly logoName: string | null;
}

/** Brands of the organizations. */
export interface BrandStore {
  /** Number of the organization with this name; the first one without a name. Undefined if unknown. */
  find(name: string | undefined): Promise<number | undefined>;
  /** Returns an organization's brand. Undefined if the organization doesn't exist. */
  of(organization: number): Promise<ShownBrand | undefined>;
  /** Sets the given parts of a brand. Null restores Ferry's default. */
  change(organization: number, changes: Partial<StoredBrand>): Promise<void>;
  /** Returns the PNG of a logo file name. Undefined if no organization uses it. */
  logo(logoName: string): Promise<Uint8Array | undefined>;
}

/** File name of a logo: 128 bits of its hash. */
export const logoNameOf = (logo: Uint8Array | null): string | null =>
  logo === null ? null : `${hash('sha256', logo).slice(0, 32)}.png`;

/** Whether this is a valid logo file name. A database may reject a query with other strings. */
export const isLogoName = (text: string): boolean => /^[\da-f]{32}\.png$/.test(text);

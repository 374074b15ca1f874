import { hash } from 'node:crypto';

/** How an organization looks in its modals; what is null is as Ferry has it. */
export interface StoredBrand {
  readonly name: string | null;
  /** `#rrggbb`, dark enough for white. */
  readonly accent: string | null;
  readonly logo: Uint8Array | null;
}

export interface ShownBrand extends Omit<StoredBrand, 'logo'> {
  readonly organizationName: string;
  readonly logoName: string | null;
}

export interface BrandStore {
  /** Number of the organization with this name; the first one without a name. Undefined if unknown. */
  find(name: string | undefined): Promise<number | undefined>;
  of(organization: number): Promise<ShownBrand | undefined>;
  change(organization: number, changes: Partial<StoredBrand>): Promise<void>;
  logo(logoName: string): Promise<Uint8Array | undefined>;
}

/** The name of a logo's file: 128 bits of its hash. */
export const logoNameOf = (logo: Uint8Array | null): string | null =>
  logo === null ? null : `${hash('sha256', logo).slice(0, 32)}.png`;

/** Whether a logo's file can have this name; a database may refuse to look for any other text. */
export const isLogoName = (text: string): boolean => /^[\da-f]{32}\.png$/.test(text);

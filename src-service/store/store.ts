import type { ApiKeyStore } from './api-key-store.ts';
import type { SeedStore } from './seed-store.ts';

/** One page of a list: the rows of the page as JSON texts joined by commas, and how many rows there are in all. */
export interface StoredPage {
  readonly rows: string;
  readonly total: number;
}

/** Which page: `page` counts from 1. */
export interface PageWanted {
  readonly page: number;
  readonly pageSize: number;
}

/** Number of an organization inside one store; it never leaves the service. */
export type OrganizationNumber = number;

/** Lists of one organization, newest first. */
export interface ListStore {
  page(organization: OrganizationNumber, wanted: PageWanted): Promise<StoredPage>;
  /** The counter alone, without a page. */
  total(organization: OrganizationNumber): Promise<number>;
}

export interface MigrationStore extends ListStore {
  /** One migration of this organization as JSON text, or undefined: another organization's is as unknown as none. */
  json(organization: OrganizationNumber, id: string): Promise<string | undefined>;
}

/**
 * All state of the service. Every method is asynchronous, because a shared database is to stand behind the same port;
 * every method is one transaction.
 */
export interface Store {
  readonly migrations: MigrationStore;
  readonly companies: ListStore;
  readonly keys: ApiKeyStore;
  readonly seed: SeedStore;
  /** Offset of the service's clock in milliseconds. */
  clockOffset(): Promise<number>;
  close(): Promise<void>;
}

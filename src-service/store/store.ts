import type { RateLimitStore } from '../limits/limiter.ts';
import type { ActivityStore } from './activity-store.ts';
import type { AuditStore } from './base/audit-store.ts';
import type { Outcome } from './base/outcome.ts';
import type { BrandStore } from './brand-store.ts';
import type { ClockStore } from './clock-store.ts';
import type { FaultRuleStore, NextScenarioStore } from './control-store.ts';
import type { CopiedItemStore } from './copied-items.ts';
import type { ApiKeyStore, TokenStore } from './credential-store.ts';
import type { ErasureStore } from './erasure-store.ts';
import type { EventStore } from './event-store.ts';
import type { HealthStore } from './health-store.ts';
import type { HostedLinkStore } from './hosted-link-store.ts';
import type { Inspection } from './inspection.ts';
import type { PeopleStore } from './people/create-people-store.ts';
import type { MigrationFilter } from './migration-filter.ts';
import type { ModalStore, RunStore } from './run-store.ts';
import type { SeedStore } from './seed-store.ts';
import type { WebhookStore } from './webhooks/create-webhook-store.ts';

/** One page of a list: its rows as comma-separated JSON, and the total number of rows. */
export interface StoredPage {
  readonly rows: string;
  readonly total: number;
}

/** `page` starts at 1. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

/** A list of an organization, newest row first. */
export interface ListStore {
  page(organization: number, wanted: PageRequest): Promise<StoredPage>;
  total(organization: number): Promise<number>;
  /** Returns a row as JSON. Undefined if the row doesn't exist or belongs to another organization. */
  json(organization: number, id: string): Promise<string | undefined>;
}

interface MigrationStore extends ListStore {
  /** Returns a page of the matching migrations. The total counts all matches. */
  filteredPage(organization: number, wanted: PageRequest, filter: MigrationFilter): Promise<StoredPage>;
}

/**
 * All state of the service. Instances share no other state. Each method runs in its own transaction. The organization
 * number is internal to the store and never leaves the service.
 */
export interface Store {
  readonly migrations: MigrationStore;
  readonly companies: ListStore;
  readonly keys: ApiKeyStore;
  readonly tokens: TokenStore;
  readonly hostedLinks: HostedLinkStore;
  readonly modals: ModalStore;
  readonly runs: RunStore;
  readonly events: EventStore;
  readonly rateLimits: RateLimitStore;
  readonly clock: ClockStore;
  readonly faults: FaultRuleStore;
  readonly scenarios: NextScenarioStore;
  readonly seed: SeedStore;
  readonly health: HealthStore;
  readonly audit: AuditStore;
  readonly brands: BrandStore;
  readonly webhooks: WebhookStore;
  readonly people: PeopleStore;
  readonly activity: ActivityStore;
  readonly copiedItems: CopiedItemStore;
  readonly erasure: ErasureStore;
  /** Checks every row, for example after a restore. */
  inspect(): Promise<Inspection>;
  close(): Promise<void>;
}

/** The store is unreachable or read-only. Nothing was committed, and a retry may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** SQLite's primary result codes: busy, read-only, I/O error, full disk, and a file that can't be opened. */
const transientCodes = new Set([5, 8, 10, 13, 14]);

/** Whether the store is temporarily unavailable, so that a retry may succeed. */
export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof StoreUnavailable) return true;
  const isSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  // The low byte of an extended result code is the primary code.
  return isSqlite && transientCodes.has(Number(error.errcode) & 0xff);
};

export interface OpenOptions {
  readonly onLost?: ((error: Error) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type OpenedStore = Outcome<{ store: Store }>;

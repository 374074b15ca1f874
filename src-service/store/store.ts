import type { RateLimitStore } from '../limits/limiter.ts';
import type { Clock } from './clock.ts';
import type { AuditStore } from './audit-store.ts';
import type { BrandStore } from './brand-store.ts';
import type { FaultRuleStore, NextScenarioStore } from './control-store.ts';
import type { CopiedItemStore } from './copied-items.ts';
import type { ApiKeyStore, TokenStore } from './credential-store.ts';
import type { EventStore } from './event-store.ts';
import type { HealthStore } from './health-store.ts';
import type { Inspection } from './inspection.ts';
import type { PeopleStore } from './people-store.ts';
import type { ModalStore, RunStore } from './run-store.ts';
import type { SeedStore } from './seed-store.ts';
import type { WebhookStore } from './webhook-store.ts';

/** Beyond this number of windows of rate limits the store deletes the ones that end first. */
export const maxWindows = 100_000;
/** Deletes ended windows after this number of new ones. */
export const windowsPerSweep = 1_000;

/** One page of a list: the rows of the page as JSON texts joined by commas, and how many rows there are in all. */
interface StoredPage {
  readonly rows: string;
  readonly total: number;
}

/** Which page: `page` counts from 1. */
export interface PageWanted {
  readonly page: number;
  readonly pageSize: number;
}

export interface ListStore {
  page(organization: number, wanted: PageWanted): Promise<StoredPage>;
  /** The counter alone, without a page. */
  total(organization: number): Promise<number>;
}

export interface MigrationStore extends ListStore {
  /** One migration of this organization as JSON text, or undefined: another organization's is as unknown as none. */
  json(organization: number, id: string): Promise<string | undefined>;
}

/** The clocks of the organizations; each has an offset against the store's own, in milliseconds. */
export interface ClockStore extends Clock {
  offset(organization: number): Promise<number>;
  advance(organization: number, milliseconds: number): Promise<number>;
  /** Ends the offset; a copy that began after `now`, the store's own time, begins its present stretch at `now`. */
  putBack(organization: number, now: number): Promise<void>;
}

/**
 * All state of the service: no instance keeps what another one on the same store would miss. Every method is one use of
 * the store with its transaction inside, and none is left half done. An organization is known by its number inside the store, which never leaves the
 * service.
 */
export interface Store {
  readonly migrations: MigrationStore;
  readonly companies: ListStore;
  readonly keys: ApiKeyStore;
  readonly tokens: TokenStore;
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
  readonly copiedItems: CopiedItemStore;
  /** Checks every row, for example after a restore. */
  inspect(): Promise<Inspection>;
  close(): Promise<void>;
}

/** The store is unreachable or read-only. Nothing was committed; a retry may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export interface OpenOptions {
  readonly onLost?: ((error: Error) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A store, or one sentence that says why there is none. */
export type OpenedStore =
  | { readonly ok: true; readonly store: Store }
  | { readonly ok: false; readonly sentence: string };

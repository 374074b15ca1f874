import { createActivityStore } from './activity-store.ts';
import type { Dialect, Programs } from './base/program.ts';
import { createBrandStore } from './brand-store.ts';
import { createClockStore, type ReadTime } from './clock-store.ts';
import { createFaultRuleStore, createNextScenarioStore } from './control-store.ts';
import { createCopiedItemStore } from './copied-items.ts';
import { createAuditStore } from './create-audit-store.ts';
import { createEventStore } from './event-store.ts';
import { createModalStore } from './modal-store.ts';
import { createRunStore } from './run-store.ts';
import { createErasureStore, type ErasureHooks } from './erasure-store.ts';
import { createFilteredPages } from './filtered-pages.ts';
import { createHealthStore, type DriverHealth } from './health-store.ts';
import { createHostedLinkStore } from './hosted-link-store.ts';
import type { Inspection } from './inspection.ts';
import { createKeyStore } from './key-store.ts';
import { createListStore } from './list-store.ts';
import { createPeopleStore } from './people/create-people-store.ts';
import { createRateLimitStore } from './rate-limit-store.ts';
import { createReceiptKeyStore } from './receipt-key-store.ts';
import { createSeedStore, type SeedParts } from './seed-store.ts';
import { createTokenStore, type TokenInstance } from './token-store.ts';
import { createWebhookStore } from './webhooks/create-webhook-store.ts';

interface StoreParts {
  readonly programs: Programs;
  readonly dialect: Dialect;
  readonly erasure?: ErasureHooks;
  readonly health: DriverHealth;
  /** Undefined for a store that only one process serves. */
  readonly instance?: TokenInstance;
  readonly now: ReadTime;
  readonly seed: SeedParts;
  /** Checks every row, for example after a restore. */
  readonly inspect: () => Promise<Inspection>;
  readonly close: () => Promise<void>;
}

/**
 * All state of the service. Instances share no other state. Each method runs in its own transaction. The organization
 * number is internal to the store and never leaves the service.
 */
export const createStore = ({ programs, dialect, instance, now, seed, erasure, ...parts }: StoreParts) => {
  const { store: events, outbox } = createEventStore(programs, dialect, instance !== undefined);
  return {
    ...parts,
    migrations: {
      ...createListStore(programs, dialect, 'migrations'),
      filteredPage: createFilteredPages(programs, dialect, events),
    },
    companies: createListStore(programs, dialect, 'companies'),
    keys: createKeyStore(programs, dialect),
    tokens: createTokenStore(programs, dialect, instance),
    hostedLinks: createHostedLinkStore(programs, dialect, instance),
    modals: createModalStore(programs, dialect, outbox),
    runs: createRunStore(programs, dialect, outbox),
    events,
    faults: createFaultRuleStore(programs, dialect),
    scenarios: createNextScenarioStore(programs),
    rateLimits: createRateLimitStore(programs),
    clock: createClockStore(programs, dialect, now),
    health: createHealthStore(programs, dialect, parts.health),
    audit: createAuditStore(programs, dialect),
    brands: createBrandStore(programs),
    webhooks: createWebhookStore(programs.change, dialect),
    people: createPeopleStore(programs, dialect),
    seed: createSeedStore(programs, dialect, seed),
    activity: createActivityStore(programs.change, dialect),
    copiedItems: createCopiedItemStore(programs.change),
    receiptKeys: createReceiptKeyStore(programs.change),
    erasure: createErasureStore(programs, dialect, erasure),
  };
};

export type Store = ReturnType<typeof createStore>;

export interface OpenOptions {
  readonly onLost?: ((error: Error) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface StoreStatus {
  /** Schema version of the store. 0 for an empty store. */
  readonly schema: number;
  /** Schema version of this program. */
  readonly known: number;
  /** Steps that this program would run. */
  readonly pending: number;
  /** Running instances with their schema versions. Null if a version is unknown. */
  readonly instances: readonly { readonly schema: number | null }[];
  /** Why this program can't use or change the store now, or null. */
  readonly obstacle: string | null;
}

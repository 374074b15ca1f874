import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';
import { createActivityStore } from './activity-store.ts';
import type { Programs } from './base/program.ts';
import { createBrandStore } from './brand-store.ts';
import { type ClockStore, createClockStore } from './clock-store.ts';
import { createCopiedItemStore } from './copied-items.ts';
import { createAuditStore } from './create-audit-store.ts';
import { createEventStore } from './create-event-store.ts';
import { createModalStore } from './create-modal-store.ts';
import { createRunStore } from './create-run-store.ts';
import { createErasureStore, type ErasureDialect } from './erasure-store.ts';
import { createFilteredPages } from './filtered-pages.ts';
import { createHealthStore, type HealthStore } from './health-store.ts';
import { createHostedLinkStore } from './hosted-link-store.ts';
import { createKeyStore } from './key-store.ts';
import { createListStore } from './list-store.ts';
import { createPeopleStore } from './people/create-people-store.ts';
import { createRateLimitStore } from './rate-limit-store.ts';
import type { Store } from './store.ts';
import { createTokenStore, type TokenInstance } from './token-store.ts';
import { createWebhookStore } from './webhooks/create-webhook-store.ts';

interface StoreParts extends Pick<Store, 'close' | 'faults' | 'inspect' | 'scenarios' | 'seed'> {
  readonly programs: Programs;
  readonly dialect: ErasureDialect;
  readonly health: Pick<HealthStore, 'connections' | 'isBusy'>;
  /** Undefined for a store that only one process serves. */
  readonly instance?: TokenInstance;
  readonly now: (organization: number | undefined, readOffset: ClockStore['offset']) => Promise<number>;
  /** Consumes an organization's next scenario. Undefined for a store with a table of scenarios. */
  readonly takeScenario?: (organization: number) => ScenarioName | undefined;
}

export const createStore = ({ programs, dialect, instance, takeScenario, now, ...parts }: StoreParts): Store => {
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
    modals: createModalStore(programs, dialect, outbox, takeScenario),
    runs: createRunStore(programs, dialect, outbox),
    events,
    rateLimits: createRateLimitStore(programs),
    clock: createClockStore(programs, dialect, now),
    health: createHealthStore(programs, dialect, parts.health),
    audit: createAuditStore(programs, dialect),
    brands: createBrandStore(programs, dialect),
    webhooks: createWebhookStore(programs.change, dialect),
    people: createPeopleStore(programs.change),
    activity: createActivityStore(programs.change, dialect),
    copiedItems: createCopiedItemStore(programs.change),
    erasure: createErasureStore(programs, dialect),
  };
};

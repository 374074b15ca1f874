import type { Company } from '#shared/migration-api/company.ts';
import type { Migration } from '#shared/migration-api/migration.ts';

/** What a store is filled with at its first start. */
export interface SeedPlan {
  readonly seed: number;
  /** The instant before which every row was created, milliseconds since 1970. */
  readonly at: number;
  readonly migrations: number;
  readonly companies: number;
}

export interface SeedOrganization {
  readonly id: string;
  readonly name: string;
}

/** Rows oldest first, `created` strictly increasing within each list. */
export interface SeedBatch {
  readonly companies: readonly Company[];
  readonly migrations: readonly Migration[];
}

/** The organization that the seed made. */
export interface SeededOrganization extends SeedOrganization {
  readonly number: number;
}

export interface SeedStore {
  /** The plan of a finished seed; undefined for a new folder, or one whose seed was cut short. */
  finishedPlan(): Promise<SeedPlan | undefined>;
  organization(): Promise<SeededOrganization | undefined>;
  /** Empties every list, token and modal, sets the clock back, and names the organization; API keys stay. */
  begin(organization: SeedOrganization): Promise<void>;
  append(batch: SeedBatch): Promise<void>;
  finish(plan: SeedPlan): Promise<void>;
}

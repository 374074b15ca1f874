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

/** Filling an organization with made-up rows: the seeded one, which is the first of its store, unless one is named. */
export interface SeedStore {
  /** The plan of a finished seed; undefined where there was none, or it was cut short. */
  finishedPlan(organization?: number): Promise<SeedPlan | undefined>;
  organization(organization?: number): Promise<SeededOrganization | undefined>;
  /** The number of the organization where the store holds only one. */
  onlyOrganization(): Promise<number | undefined>;
  /**
   * Empties the organization's lists, tokens and modals, sets its clock back, and names it; its API keys stay, and so does
   * everything of other organizations.
   */
  begin(identity: SeedOrganization, organization?: number): Promise<void>;
  append(batch: SeedBatch, organization?: number): Promise<void>;
  finish(plan: SeedPlan, organization?: number): Promise<void>;
}

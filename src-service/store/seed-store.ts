import type { Company } from '#shared/migration-api/company.ts';
import type { Migration } from '#shared/migration-api/migration.ts';

export interface SeedPlan {
  readonly seed: number;
  /** Every seeded row is older than this, in milliseconds since 1970. */
  readonly at: number;
  readonly migrations: number;
  readonly companies: number;
}

export interface SeedOrganization {
  readonly id: string;
  readonly name: string;
}

/** Rows, oldest first. `created` strictly increases within each list. */
export interface SeedBatch {
  readonly companies: readonly Company[];
  readonly migrations: readonly Migration[];
}

export interface SeededOrganization extends SeedOrganization {
  readonly number: number;
}

export interface SeedFill {
  readonly plan: SeedPlan;
  readonly identity: SeedOrganization;
  readonly batches: Iterable<SeedBatch>;
}

export interface FillOptions {
  /** @default the seeded organization */
  readonly organization?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onBatch?: ((batch: SeedBatch) => void) | undefined;
}

/** `stopped`: the signal cancelled the seeding, which starts over at the next start. */
export type FillResult = 'filled' | 'kept' | 'stopped';

/** Seeds an organization with sample rows. The default is the seeded organization, which is the first in its store. */
export interface SeedStore {
  finishedPlan(organization?: number): Promise<SeedPlan | undefined>;
  /** Returns an organization, by default the seeded organization. */
  organization(organization?: number): Promise<SeededOrganization | undefined>;
  /** Returns the number of the only organization. Undefined if the store has several. */
  onlyOrganization(): Promise<number | undefined>;
  /**
   * Deletes the organization's rows, tokens and modals, resets its clock, sets its name and writes the new rows. Keeps
   * its API keys, and all data of other organizations. A concurrent seeding waits and then calls its own `prepare`.
   *
   * @param prepare receives the plan of the last finished seeding; returns undefined to keep the current rows
   */
  fill(prepare: (last: SeedPlan | undefined) => SeedFill | undefined, options?: FillOptions): Promise<FillResult>;
}

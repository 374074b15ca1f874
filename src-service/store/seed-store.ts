import type { Company } from '#shared/migration-api/company.ts';
import type { Migration } from '#shared/migration-api/migration.ts';

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

export interface SeededOrganization extends SeedOrganization {
  readonly number: number;
}

export interface SeedFill {
  readonly plan: SeedPlan;
  readonly identity: SeedOrganization;
  readonly batches: Iterable<SeedBatch>;
}

export interface FillOptions {
  /** The seeded one when left out. */
  readonly organization?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onBatch?: ((batch: SeedBatch) => void) | undefined;
}

/** `stopped` by the signal: the fill counts as none and is done again from the start. */
export type FillResult = 'filled' | 'kept' | 'stopped';

/** Filling an organization with made-up rows: the seeded one, which is the first of its store, unless one is named. */
export interface SeedStore {
  /** Undefined without a finished seed. */
  finishedPlan(organization?: number): Promise<SeedPlan | undefined>;
  organization(organization?: number): Promise<SeededOrganization | undefined>;
  /** Undefined if the store has several organizations. */
  onlyOrganization(): Promise<number | undefined>;
  /**
   * Empties the organization's lists, tokens and modals, sets its clock back, names it and writes the rows; its API keys
   * stay, and so does everything of other organizations. One fill at a time: another one waits, and is prepared after it.
   *
   * @param prepare gets the plan of the last finished fill; gives back undefined where all is to stay as it is
   */
  fill(prepare: (last: SeedPlan | undefined) => SeedFill | undefined, options?: FillOptions): Promise<FillResult>;
}

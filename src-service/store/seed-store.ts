import type { Company } from '#shared/migration-api/company.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import {
  type Dialect,
  first,
  parsed,
  type Program,
  type Programs,
  run,
  type RunProgram,
  type StepValue,
} from './base/program.ts';
import { lockCursor } from './webhooks/endpoints.ts';

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

/** Parts of a seeding that differ between the stores. */
export interface SeedParts {
  /**
   * Runs a seeding after all others of this organization. PostgreSQL uses one transaction for all steps. SQLite uses one
   * per step, because a transaction with millions of rows fills the log.
   */
  readonly exclusive: <Result>(
    organization: number,
    signal: AbortSignal | undefined,
    seed: (step: RunProgram) => Promise<Result>,
  ) => Promise<Result>;
  /** SQL for the plan of organization `$1`. `write` gets the plan as `$2`. */
  readonly plan: { readonly read: string; readonly write: string; readonly remove: string };
  readonly keyTypes: Readonly<Record<string, 'bigint'>>;
  readonly key: (organization: number, position: number) => Readonly<Record<string, number>>;
  /** Set for SQLite, which seeds in several transactions. PostgreSQL shows the old rows until the commit. */
  readonly ownSteps?: {
    /** Runs before the rows are deleted. Returns whether the tables have no rows of other organizations. */
    readonly start: (organization: number) => Program<boolean>;
    readonly finish: () => Program<void>;
    /** Runs after the last transaction. */
    readonly afterwards: () => void;
  };
}

const seededOrganization = 1;

/** Thrown to roll back the transaction. */
export class SeedStopped extends Error {}

const text = { id: 'text', json: 'text' } as const;

/** Tables with the rows of a seeding. Rows that refer to other rows come first. */
const placedTables = ['modals', 'runs', 'migrations', 'companies'] as const;
const otherTables = ['activity', 'modal_sessions', 'hosted_links', 'link_tokens', 'access_tokens'] as const;

/** Locks the fan-out position first, so that no instance adds deliveries during the deletion. */
function* dropEvents(dialect: Dialect, organization: number): Program<void> {
  yield* lockCursor(organization, dialect);
  for (const table of ['webhook_deliveries', 'webhook_attempts'])
    yield* run(`DELETE FROM ${table} WHERE organization = $1`, [organization]);
  yield* run(`DELETE FROM events WHERE ${dialect.of('events')}`, [organization]);
  // Skips one position, so that an old cursor differs from a current one.
  yield* run('UPDATE event_heads SET head = head + 1, first = head + 2 WHERE organization = $1', [organization]);
}

/** Seeds an organization with sample rows. The default is the seeded organization, which is the first in its store. */
export const createSeedStore = ({ single }: Programs, dialect: Dialect, parts: SeedParts) => {
  const { inserter, of } = dialect;
  const insertCompanies = inserter({
    table: 'companies',
    columnTypes: { ...parts.keyTypes, ...text, source_provider: 'text', provider_company_id: 'text' },
  });
  const insertMigrations = inserter({
    table: 'migrations',
    columnTypes: { ...parts.keyTypes, ...text, status: 'text' },
  });

  function* readPlan(organization: number): Program<SeedPlan | undefined> {
    return parsed((yield* first(parts.plan.read, [organization]))?.['plan']) as SeedPlan | undefined;
  }

  function* start({ id, name }: SeedOrganization, organization: number): Program<void> {
    // Locks the organization first, so that new modals wait for the seeding.
    yield* run(
      `INSERT INTO organizations (number, id, name) VALUES ($1, $2, $3)
       ON CONFLICT (number) DO UPDATE SET id = excluded.id, migrations = 0, companies = 0, last_migration_created = 0, last_company_created = 0, offset_ms = 0`,
      [organization, id, name],
    );
    yield* run(parts.plan.remove, [organization]);
    const isWhole = parts.ownSteps !== undefined && (yield* parts.ownSteps.start(organization));
    const conditions = [
      ...placedTables.map((table) => [table, of(table)] as const),
      ...otherTables.map((table) => [table, 'organization = $1'] as const),
    ];
    for (const [table, where] of conditions)
      yield* isWhole ? run(`DELETE FROM ${table}`) : run(`DELETE FROM ${table} WHERE ${where}`, [organization]);
    // SQLite's readers see the store between the steps. The last step invalidates positions that they read in between.
    if (parts.ownSteps !== undefined) yield* dropEvents(dialect, organization);
  }

  function* append({ companies, migrations }: SeedBatch, organization: number): Program<void> {
    const before = yield* first('SELECT migrations, companies FROM organizations WHERE number = $1', [organization]);
    const rowsOf = <Item extends { readonly id: string }>(
      items: readonly Item[],
      list: 'migrations' | 'companies',
      others: (item: Item) => Readonly<Record<string, StepValue>>,
    ) =>
      items.map((item, index) => ({
        ...parts.key(organization, Number(before?.[list]) + index + 1),
        id: item.id,
        json: JSON.stringify(item),
        ...others(item),
      }));
    yield* insertCompanies(
      rowsOf(companies, 'companies', ({ source_provider, provider_company_id }) => ({
        source_provider,
        provider_company_id,
      })),
    );
    yield* insertMigrations(rowsOf(migrations, 'migrations', ({ status }) => ({ status })));
    const lastCreatedAt = (rows: readonly { created: string }[]): number => Date.parse(rows.at(-1)?.created ?? '') || 0;
    yield* run(
      `UPDATE organizations SET migrations = migrations + $2, companies = companies + $3,
         last_migration_created = CASE WHEN last_migration_created > $4 THEN last_migration_created ELSE $4 END,
         last_company_created = CASE WHEN last_company_created > $5 THEN last_company_created ELSE $5 END
       WHERE number = $1`,
      [organization, migrations.length, companies.length, lastCreatedAt(migrations), lastCreatedAt(companies)],
    );
  }

  return {
    finishedPlan: (organization = seededOrganization): Promise<SeedPlan | undefined> =>
      single(() => readPlan(organization)),
    /** Returns an organization, by default the seeded organization. */
    organization: (organization = seededOrganization): Promise<SeededOrganization | undefined> =>
      single(() =>
        first<SeededOrganization>('SELECT number, id, name FROM organizations WHERE number = $1', [organization]),
      ),
    /** Returns the number of the only organization. Undefined if the store has several. */
    onlyOrganization: async (): Promise<number | undefined> => {
      const rows = await single(() => run('SELECT number FROM organizations LIMIT 2'));
      return rows.length === 1 ? Number(rows[0]?.['number']) : undefined;
    },
    /**
     * Deletes the organization's rows, tokens and modals, resets its clock and writes the new rows. Keeps its name, its
     * API keys, and all data of other organizations. A concurrent seeding waits and then calls its own `prepare`.
     *
     * @param prepare receives the plan of the last finished seeding; returns undefined to keep the current rows
     */
    fill: async (
      prepare: (last: SeedPlan | undefined) => SeedFill | undefined,
      { organization = seededOrganization, signal, onBatch }: FillOptions = {},
    ): Promise<FillResult> => {
      try {
        return await parts.exclusive(organization, signal, async (step) => {
          const seedFill = prepare(await step(() => readPlan(organization)));
          if (seedFill === undefined) return 'kept';
          await step(() => start(seedFill.identity, organization));
          for (const batch of seedFill.batches) {
            if (signal?.aborted) throw new SeedStopped();
            await step(() => append(batch, organization));
            onBatch?.(batch);
          }
          await step(function* () {
            if (parts.ownSteps !== undefined) yield* parts.ownSteps.finish();
            // At the end of PostgreSQL's transaction: the event counter must be locked last.
            yield* dropEvents(dialect, organization);
            yield* run(parts.plan.write, [organization, JSON.stringify(seedFill.plan)]);
          });
          parts.ownSteps?.afterwards();
          return 'filled';
        });
      } catch (error) {
        if (error instanceof SeedStopped) return 'stopped';
        throw error;
      }
    },
  };
};

export type SeedStore = ReturnType<typeof createSeedStore>;

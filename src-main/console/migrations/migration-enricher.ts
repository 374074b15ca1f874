import type { Outcome } from '#shared/app-error.ts';
import type { ListedMigration, MigrationDetails, MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { SeenMigration } from '#shared/data-messages/data-calls.ts';
import type { Clock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { StatusObserver } from '../timeline/observer.ts';

/** How long the rows of a reply wait for the data process, in ms. It needs one or two, unless it is busy. */
const maxWaitMs = 100;

/** Adds what the console knows of migrations beyond a reply: company names, and when their statuses were observed. */
export interface MigrationEnricher {
  /** Completes the rows of a reply. Rows stay incomplete if the data process is not running or busy: pages then ask for details. */
  readonly enrich: (profileId: string, rows: readonly MigrationRow[]) => Promise<ListedMigration[]>;
  /** Returns the details of migrations of the active profile; starts the data process if needed. */
  readonly detailsOf: (
    migrations: readonly Omit<SeenMigration, 'at'>[],
  ) => Promise<Outcome<readonly MigrationDetails[]>>;
}

interface EnricherPorts {
  readonly data: Pick<DataProcess, 'call' | 'isReady'>;
  readonly clock: Clock;
  readonly observer: Pick<StatusObserver, 'awaitsOther' | 'flush'>;
  readonly activeId: () => string;
}

const unknownDetails = { companyName: null, provider: null, since: null, seenSince: null } as const;

export function createMigrationEnricher({ data, clock, observer, activeId }: EnricherPorts): MigrationEnricher {
  const ask = (profileId: string, migrations: readonly Omit<SeenMigration, 'at'>[]) => {
    const at = clock.now().getTime();
    const observations = migrations.map(({ id, status, companyId, created }) => ({
      id,
      status,
      companyId,
      created,
      at,
    }));
    return data.call('migrationDetails', { profileId, migrations: observations });
  };

  return {
    detailsOf: (migrations) => {
      // The end of a status that was observed a moment ago is the start of the next one.
      void observer.flush();
      return ask(activeId(), migrations);
    },
    enrich: async (profileId, rows) => {
      if (observer.awaitsOther(profileId, rows)) void observer.flush();
      // Starting the data process would delay the first page.
      const request = data.isReady() && rows.length > 0 ? ask(profileId, rows) : null;
      const outcome = request && (await Promise.race([request, clock.sleep(maxWaitMs)]));
      const byId = new Map(outcome?.ok ? outcome.value.map((details) => [details.id, details]) : []);
      return rows.map((row) => {
        const { seenAt: _seenAt, ...details } = byId.get(row.id) ?? { ...unknownDetails, seenAt: null };
        return { ...row, ...details };
      });
    },
  };
}

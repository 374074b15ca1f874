import { randomUUID } from 'node:crypto';
import type { Company } from '#shared/migration-api/company.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import type { ActivityEntry } from '../migration-engine/record-activity.ts';
import type { ProviderCompany } from '../providers/source-provider.ts';
import { newReference } from './activity-store.ts';
import { type Dialect, first, isoTime, prepared, type Program, run } from './base/program.ts';

export type Place = readonly [organization: number, position: number];

export interface ChangeEntries {
  readonly place: Place;
  readonly entries: readonly ActivityEntry[];
}

/** `created` strictly increases, so that rows have the same order by `created` and by position. */
const nextRow = (list: 'migration' | 'company', counter: 'migrations' | 'companies') =>
  prepared(`
    UPDATE organizations SET ${counter} = ${counter} + 1,
      last_${list}_created = CASE WHEN last_${list}_created < $2 THEN $2 ELSE last_${list}_created + 1 END
    WHERE number = $1
    RETURNING id, ${counter} AS position, last_${list}_created AS created`);
const nextMigration = nextRow('migration', 'migrations');
const nextCompany = nextRow('company', 'companies');

/** For a change of a migration's company or end user that writes no event. Locks the organization `$1`. */
export const countFieldChange = prepared(
  'UPDATE organizations SET field_changes = field_changes + 1 WHERE number = $1',
);

/** Programs that add rows to an organization, in the transaction of a change. Lock the organization first. */
export const createRowWriter = ({ inserter, key, keyValues, lock, of }: Dialect) => {
  const lockRow = prepared(`SELECT number FROM organizations WHERE number = $1${lock('organizations')}`);
  const insertMigration = prepared(`
      INSERT INTO migrations (${key('migrations')}, id, status, json, metadata, sequence)
      VALUES (${keyValues()}, $3, $4, $5, $6, 1)`);
  const insertCompany = prepared(`
      INSERT INTO companies (${key('companies')}, id, source_provider, provider_company_id, json)
      VALUES (${keyValues()}, $3, $4, $5, $6)`);
  const findCompany = prepared(
    `SELECT id FROM companies WHERE ${of('companies')} AND source_provider = $2 AND provider_company_id = $3`,
  );
  const insertSession = prepared(`
      INSERT INTO modal_sessions (organization, position, reference, user_id, started) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (organization, reference) DO NOTHING RETURNING reference`);
  const writeEntries = inserter({
    table: 'activity',
    columnTypes: {
      organization: 'bigint',
      position: 'bigint',
      number: 'bigint',
      at: 'bigint',
      step: 'text',
      detail: 'text',
      others: 'text',
    },
    onConflict: `
      ON CONFLICT (organization, position, number)
      DO UPDATE SET at = excluded.at, detail = excluded.detail, others = excluded.others`,
  });
  return {
    /** Locks an organization's row for the rest of the transaction. All writers lock it first, to avoid deadlocks. */
    *lock(organization: number): Program<void> {
      yield* run(lockRow, [organization]);
    },
    *migration(
      organization: number,
      { id, ...others }: Omit<Migration, 'object' | 'created'>,
      now: number,
      metadata: string | null,
    ): Program<{ readonly place: Place; readonly migration: Migration }> {
      const next = yield* first(nextMigration, [organization, now]);
      const place = [organization, Number(next?.['position'])] as const;
      const migration: Migration = { object: 'migration', id, created: isoTime(next?.['created']), ...others };
      yield* run(insertMigration, [...place, id, migration.status, JSON.stringify(migration), metadata]);
      return { place, migration };
    },
    /** Returns the ID of the company with this provider ID, or creates it. */
    *company(organization: number, wanted: ProviderCompany, now: number): Program<string> {
      const { provider, name, idAtProvider } = wanted;
      const knownCompany = yield* first(findCompany, [organization, provider, idAtProvider]);
      if (knownCompany !== undefined) return String(knownCompany['id']);
      const next = yield* first(nextCompany, [organization, now]);
      const company: Company = {
        object: 'company',
        id: randomUUID(),
        created: isoTime(next?.['created']),
        provider_company_name: name,
        provider_company_id: idAtProvider,
        organization_id: String(next?.['id']),
        source_provider: provider,
      };
      const position = Number(next?.['position']);
      yield* run(insertCompany, [organization, position, company.id, provider, idAtProvider, JSON.stringify(company)]);
      return company.id;
    },
    /** Adds the session of a new migration, with a reference that its organization doesn't use yet. */
    *session(place: Place, userId: string, now: number): Program<void> {
      while ((yield* run(insertSession, [...place, newReference(), userId, now])).length === 0);
    },
    entries: (changes: readonly ChangeEntries[]): Program<void> =>
      writeEntries(
        changes.flatMap(({ place: [organization, position], entries: [entry, ...others] }) => {
          if (entry === undefined) return [];
          const { number, at, step } = entry;
          const detail = JSON.stringify(entry.detail);
          const following = others.length === 0 ? null : JSON.stringify(others);
          return [{ organization, position, number, at, step, detail, others: following }];
        }),
      ),
  };
};

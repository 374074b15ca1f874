import type { Migration } from '#shared/migration-api/migration.ts';
import { newCompanyRow, newMigrationRow } from '../list-rows.ts';
import type { ProviderCompany } from '../../providers/source-provider.ts';
import type { Session } from './database.ts';

/** `created` strictly increases, so its order equals the order of the positions. */
const nextRow = (list: 'migration' | 'company', counter: 'migrations' | 'companies') => ({
  name: `next ${list}`,
  text: `
    UPDATE organizations SET ${counter} = ${counter} + 1,
      last_${list}_created = greatest(last_${list}_created + 1, $2)
    WHERE number = $1
    RETURNING id, ${counter} AS position, last_${list}_created AS created`,
});
const nextMigration = nextRow('migration', 'migrations');
const nextCompany = nextRow('company', 'companies');
const insertMigration = {
  name: 'insert migration',
  text: `
    INSERT INTO migrations (organization, position, id, status, json, metadata, sequence)
    VALUES ($1, $2, $3, $4, $5, $6, 1)`,
};
const insertCompany = {
  name: 'insert company',
  text: `
    INSERT INTO companies (organization, position, id, source_provider, provider_company_id, json)
    VALUES ($1, $2, $3, $4, $5, $6)`,
};
const findCompany = {
  name: 'find company',
  text: 'SELECT id FROM companies WHERE organization = $1 AND source_provider = $2 AND provider_company_id = $3',
};

/** Locks an organization's row for the rest of the transaction. Writers lock it first, to avoid deadlocks. */
export const lockOrganization = async (session: Session, organization: number): Promise<void> => {
  await session.run(
    { name: 'lock organization', text: 'SELECT FROM organizations WHERE number = $1 FOR NO KEY UPDATE' },
    [organization],
  );
};

/** Adds a new migration and its first event. Returns its position and API row. Lock the organization first. */
export const appendMigration = async (
  session: Session,
  organization: number,
  migration: Omit<Migration, 'object' | 'created'>,
  now: number,
  metadata: string | null,
): Promise<{ readonly position: number; readonly json: string }> => {
  const [next] = await session.run(nextMigration, [organization, now]);
  const position = Number(next?.['position']);
  const whole = newMigrationRow(migration, Number(next?.['created']));
  const json = JSON.stringify(whole);
  await session.run(insertMigration, [organization, position, whole.id, whole.status, json, metadata]);
  return { position, json };
};

/** Returns the ID of the company with this provider ID, or creates it. Lock the organization first. */
export const findOrAppendCompany = async (
  session: Session,
  organization: number,
  wanted: ProviderCompany,
  now: number,
): Promise<string> => {
  const { provider, idAtProvider } = wanted;
  const [known] = await session.run(findCompany, [organization, provider, idAtProvider]);
  if (known !== undefined) return String(known['id']);
  const [next] = await session.run(nextCompany, [organization, now]);
  const company = newCompanyRow(wanted, String(next?.['id']), Number(next?.['created']));
  await session.run(insertCompany, [
    organization,
    next?.['position'],
    company.id,
    provider,
    idAtProvider,
    JSON.stringify(company),
  ]);
  return company.id;
};

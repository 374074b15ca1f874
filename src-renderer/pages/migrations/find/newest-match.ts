import type { NamedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { ConsoleApi } from '../../../api/console-api.ts';

/** Among how many of the newest matches one is preferred whose company has the text: users have company names in them. */
const looked = 100;

/** The newest of loaded migrations that has the text, those by company before those by user; null where none has. */
export const newestMatch = async (
  api: ConsoleApi,
  text: string,
): Promise<{ readonly id: string | null; readonly loaded: number }> => {
  const { rows, loaded } = await api.loaded.window({
    resource: 'migrations',
    query: { search: text, sort: { column: 'created', direction: 'descending' } },
    offset: 0,
    limit: looked,
  });
  const migrations = rows as readonly NamedMigration[];
  const wanted = text.toLocaleLowerCase();
  const byCompany = migrations.find(({ companyName }) => companyName?.toLocaleLowerCase().includes(wanted));
  return { id: (byCompany ?? migrations[0])?.id ?? null, loaded };
};

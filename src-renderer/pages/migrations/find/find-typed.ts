import type { QueryClient } from '@tanstack/react-query';
import { describeAppError } from '#shared/app-error-text.ts';
import type { NamedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { SearchMeaning } from '#shared/search-text/read-search-text.ts';
import { readSessionKey } from '#shared/search-text/session-key.ts';
import { containsTerm, searchTerms } from '#shared/search-text/search-terms.ts';
import { countText } from '#ui/values/number-text.ts';
import { appErrorOf, type ConsoleApi } from '../../../api/console-api.ts';
import { migrationOptions } from '../../../api/migrations.ts';

/** Among this many newest matches, a company wins over a user, because user IDs often contain company names. */
const maxCompanyCandidates = 100;

const newestMatch = async (
  api: ConsoleApi,
  text: string,
): Promise<{ readonly id: string | null; readonly loaded: number }> => {
  const { rows, loaded } = await api.loaded.window({
    resource: 'migrations',
    query: { search: text, sort: { column: 'created', direction: 'descending' } },
    offset: 0,
    limit: maxCompanyCandidates,
  });
  const migrations = rows as readonly NamedMigration[];
  const terms = searchTerms(text);
  const companyMatch = migrations.find(({ companyName }) =>
    terms.every((term) => containsTerm(companyName ?? '', term)),
  );
  return { id: (companyMatch ?? migrations[0])?.id ?? null, loaded };
};

const filterByOwner = async (
  api: ConsoleApi,
  id: string,
): Promise<{ readonly company: readonly string[] } | { readonly user: readonly string[] } | null> => {
  const countBy = async (filter: 'company' | 'user'): Promise<number> =>
    (
      await api.loaded.window({
        resource: 'migrations',
        query: { filters: { [filter]: [id] } },
        offset: 0,
        limit: 1,
      })
    ).matched;
  const [companies, ofCompany, ofUser] = await Promise.all([
    api.companies.lookup({ ids: [id] }),
    countBy('company'),
    countBy('user'),
  ]).catch(() => [[], 0, 0] as const);
  if (companies.length > 0 || ofCompany > 0) return { company: [id] };
  return ofUser > 0 ? { user: [id] } : null;
};

interface FindPorts {
  readonly api: ConsoleApi;
  readonly client: QueryClient;
  readonly profile: string;
}

export interface FindProblem {
  readonly text: string;
  readonly isError: boolean;
  readonly elsewhere: string | null;
}

type FindResult =
  | {
      readonly shows: {
        readonly open?: string;
        readonly text?: string;
        readonly company?: readonly string[];
        readonly user?: readonly string[];
      };
    }
  | FindProblem;

const failedFind = (text: string, elsewhere: string | null = null): FindProblem => ({ text, isError: true, elsewhere });

const findBySessionKey = async (api: ConsoleApi, typed: string): Promise<string | null> => {
  if (readSessionKey(typed) === null) return null;
  const { ids } = await api.activity.find({ text: typed.trim() }).catch(() => ({ ids: [] }));
  return ids[0] ?? null;
};

const findId = async ({ api, client, profile }: FindPorts, id: string, of: 'company' | null): Promise<FindResult> => {
  const owner = await filterByOwner(api, id);
  if (owner) return { shows: { ...owner, text: '' } };
  if (of === 'company') return failedFind(`No company with this ID in ${profile}.`);
  const failure = await client.fetchQuery({ ...migrationOptions(api, id), staleTime: 0 }).then(() => null, appErrorOf);
  if (!failure) return { shows: { open: id, text: '' } };
  const { title, text } = describeAppError(failure);
  if (failure.code !== 'not_found') return failedFind(`${title}. ${text}`, id);
  return failedFind(`No migration with this ID in ${profile}. The migration may belong to another profile.`, id);
};

export const findTyped = async (
  ports: FindPorts,
  typed: string,
  meaning: Extract<SearchMeaning, { readonly kind: 'id' | 'part' | 'text' }>,
): Promise<FindResult> => {
  if (meaning.kind === 'id') {
    const foundById = await findId(ports, meaning.id, meaning.of);
    const open = 'text' in foundById ? await findBySessionKey(ports.api, typed) : null;
    return open === null ? foundById : { shows: { open, text: '' } };
  }
  const open = await findBySessionKey(ports.api, typed);
  if (open !== null) return { shows: { open, text: '' } };
  const match = await newestMatch(ports.api, typed).catch(appErrorOf);
  if ('code' in match) return failedFind(`${describeAppError(match).title}.`);
  if (match.id !== null) return { shows: { open: match.id } };
  if (meaning.kind === 'part') return failedFind(meaning.text);
  if (match.loaded === 0)
    return { ...failedFind('No migrations are loaded yet. Load all migrations to search.'), isError: false };
  return failedFind(`No company or user “${meaning.text}” in ${countText(match.loaded)} loaded migrations.`);
};

import { keepPreviousData } from '@tanstack/react-query';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import { fieldList, migrationFields } from '#shared/migration-api/fields.ts';
import { containsTerm, searchTerms } from '#shared/search-text/search-terms.ts';
import { countText } from '#ui/values/number-text.ts';
import { useRead } from '../../api/console-api.ts';
import { useLoadedState, useLoadPlan } from '../../api/loaded.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { doneText, hasAllRows, planText } from '../../components/load/load-text.ts';

export const maxResults = 3;

const searched = fieldList(migrationFields).flatMap(([name, { search }]) => (search === undefined ? [] : [name]));
const noResults = { people: [], migrations: [], matched: 0 } as const;

type Window = Pick<ResultOf<Calls['loaded']['window']>, 'rows' | 'matched'>;

const stuckFirst = async (
  { rows, matched }: Window,
  find: (more: { readonly attention: ['stuck'] }) => Promise<Window>,
): Promise<readonly ListedMigration[]> => {
  const newest = rows as readonly ListedMigration[];
  if (matched <= maxResults) return newest;
  const stuck = (await find({ attention: ['stuck'] })).rows as readonly ListedMigration[];
  const ids = new Set(stuck.map(({ id }) => id));
  return [...stuck, ...newest.filter(({ id }) => !ids.has(id))].slice(0, maxResults);
};

/**
 * Searches this profile's loaded migrations and their users while the user types. Loads no rows: if rows are missing,
 * `scope` says so, and `loads` says what loading takes.
 * @param text empty for no search
 * @param hasRows whether the current page lists rows, which are then searched
 */
export const usePaletteSearch = (text: string, hasRows: boolean) => {
  const profile = useConsoleState()?.profile.name ?? 'this profile';
  const state = useLoadedState('migrations');
  const rows = state?.rows ?? 0;
  const isSearched = text !== '' && rows > 0;
  const { data, isPlaceholderData, isLoading } = useRead(
    ['loaded', 'migrations', 'palette', text, state?.version ?? 0],
    async (api, options) => {
      const query = { search: text, sort: { column: 'created', direction: 'descending' } } as const;
      const [found, people] = await Promise.all([
        api.loaded.window({ resource: 'migrations', query, offset: 0, limit: maxResults }, options),
        api.loaded.groups({ resource: 'migrations', query: { search: text }, by: 'user' }, options),
      ]);
      const migrations = await stuckFirst(found, (more) =>
        api.loaded.window(
          { resource: 'migrations', query: { ...query, ...more }, offset: 0, limit: maxResults },
          options,
        ),
      );
      return { migrations, matched: found.matched, people: people.groups };
    },
    { enabled: isSearched, placeholderData: keepPreviousData },
  );
  const isWhole = state !== undefined && hasAllRows(state);
  const isInProgress = state?.phase === 'loading' || state?.phase === 'waiting' || state?.phase === 'paused';
  const isPlanShown = text !== '' && state !== undefined && !isWhole && !isInProgress;
  const { data: plan } = useLoadPlan('migrations', { enabled: isPlanShown, retry: false });
  const scope = (): string => {
    if (isWhole) return `All ${countText(rows)} migrations in ${profile} searched`;
    if (rows > 0 && state) return `${doneText(state)} searched${isInProgress ? ', loading' : ''}`;
    return hasRows ? 'Only this page was searched' : 'No migrations are loaded';
  };
  // During the next search, shows the previous results that still match.
  const terms = searchTerms(text);
  const matchesTerms = (row: Readonly<Record<string, string | null>>): boolean =>
    terms.every((term) => searched.some((field) => containsTerm(row[field] ?? '', term)));
  const searchResult = (isSearched && data) || noResults;
  return {
    people: searchResult.people.filter(({ key }) => key !== '' && terms.every((term) => containsTerm(key, term))),
    migrations: searchResult.migrations.filter(matchesTerms),
    matched: searchResult.matched,
    isLoaded: rows > 0,
    isSearching: isSearched && (isLoading || isPlaceholderData),
    scope: text === '' ? null : scope(),
    loads: plan && !isWhole && !isInProgress ? { total: plan.rows, takes: planText(plan) } : null,
  };
};

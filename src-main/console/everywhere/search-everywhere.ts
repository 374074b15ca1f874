import { z } from 'zod';
import { type AppError, fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { SearchedProfile } from '#shared/console-contract/everywhere-calls.ts';
import { everywhereLimits } from '#shared/everywhere-limits.ts';
import { loadedQuerySchema } from '#shared/console-contract/loaded-query.ts';
import type { AttentionTerms } from '#shared/data-messages/data-calls.ts';
import { fieldList, migrationFields, type Resource } from '#shared/migration-api/fields.ts';
import { containsTerm, searchTerms } from '#shared/search-text/search-terms.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import { type ApiCalls, readableRows } from '../api-client/api-client.ts';
import type { Access } from '../api-client/service-client.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { whenAborted } from '../clock/abort-signals.ts';
import type { Loads } from '../loaded/loads.ts';
import type { Profile } from '../profiles/profile.ts';

interface SearchEverywherePorts extends BaseTopics {
  readonly loadedRows: {
    readonly loads: Pick<Loads, 'allLoaded' | 'freshen'>;
    readonly attention: () => AttentionTerms;
  };
}

/** Seconds after which a profile that hasn't responded is reported as unread. */
const withinSeconds = { id: 10, text: 60 };
const isId = (text: string): boolean => z.uuid().safeParse(text).success;

async function* newestPages<Name extends Resource>(
  list: ApiCalls['list'],
  resource: Name,
  signal: AbortSignal,
): AsyncGenerator<Awaited<ReturnType<typeof list<Name>>>, void> {
  const { pageSize } = everywhereLimits;
  for (let page = 1; page <= everywhereLimits.pages; page += 1) {
    const listing = await list(resource, { page, pageSize }, signal);
    yield listing;
    if (!listing.ok || !listing.value.hasNext) return;
  }
}

const searchedFields = fieldList(migrationFields).flatMap(([name, { search }]) => (search === undefined ? [] : [name]));

async function companyNames(
  ports: SearchEverywherePorts,
  { id: profileId }: Profile,
  list: ApiCalls['list'],
  text: string,
  signal: AbortSignal,
): Promise<Outcome<(companyIds: readonly string[]) => Promise<ReadonlyMap<string, string>>>> {
  const names = new Map<string, string>();
  const learn = (companies: readonly CompanyRow[]) => {
    for (const { id, providerCompanyName: name } of companies) if (name !== null) names.set(id, name);
  };
  // Skips companies if the search is an email address, which identifies a user.
  if (!text.includes('@')) {
    for await (const page of newestPages(list, 'companies', signal)) {
      // Ignores `forbidden`, because a key may be allowed to list migrations but not companies.
      if (!page.ok && page.error.code !== 'forbidden') return page;
      if (page.ok) learn(readableRows(page.value.rows));
    }
  }
  return succeed(async (companyIds) => {
    const unknown = companyIds.filter((id) => !names.has(id));
    if (unknown.length > 0) {
      const lookupResult = await ports.data.call('lookupCompanies', { profileId, ids: unknown });
      if (lookupResult.ok) learn(lookupResult.value);
    }
    return names;
  });
}

async function searchLoaded(
  { clock, data, loadedRows: { loads, attention } }: SearchEverywherePorts,
  { profileId, binding }: Pick<Access, 'profileId' | 'binding'>,
  text: string,
  serviceTotal: number | null,
  signal: AbortSignal,
): Promise<Pick<SearchedProfile, 'rows' | 'total' | 'matched' | 'migrations'> | null> {
  const rows = loads.allLoaded(profileId, binding);
  if (rows === null) return null;
  const windowResult = await data.call(
    'windowOfRows',
    {
      profileId,
      resource: 'migrations',
      query: loadedQuerySchema.parse({ search: text }),
      attention: attention(),
      offset: 0,
      limit: everywhereLimits.shown,
      at: clock.now().getTime(),
    },
    { signal },
  );
  if (!windowResult.ok || windowResult.value.resource !== 'migrations') return null;
  const { matched } = windowResult.value;
  const migrations = windowResult.value.rows.map(({ id, status, created, createdByUserId, companyId, companyName }) => {
    return { id, status, created, createdByUserId, companyId, companyName };
  });
  return { rows, total: Math.max(serviceTotal ?? rows, rows), matched, migrations };
}

async function searchProfile(
  ports: SearchEverywherePorts,
  profile: Profile,
  text: string,
  callSignal: AbortSignal,
  tell: (searched: SearchedProfile) => void,
): Promise<SearchedProfile> {
  const isLookup = isId(text);
  const seconds = withinSeconds[isLookup ? 'id' : 'text'];
  const signal = AbortSignal.any([callSignal, AbortSignal.timeout(seconds * 1_000)]);
  const { id: profileId, name, environment, colour } = profile;
  let searchState: SearchedProfile = {
    profileId,
    name,
    environment,
    colour,
    phase: 'searching',
    rows: 0,
    total: null,
    matched: 0,
    migrations: [],
    problem: null,
  };
  const update = (next: Partial<SearchedProfile>): SearchedProfile => {
    searchState = { ...searchState, ...next };
    tell(searchState);
    return searchState;
  };
  const failSearch = (problem: AppError) => update({ phase: 'failed', problem });
  const timeout = whenAborted(signal).then(() =>
    callSignal.aborted
      ? fail('cancelled', ports.clock.now())
      : fail('timeout', ports.clock.now(), { detail: `No response within ${seconds} s.` }),
  );
  // Starting the Sandbox, or a keychain prompt, may take longer than the limit.
  const accessResult = await Promise.race([ports.profiles.accessOf(profile, { ended: signal }), timeout]);
  if (!accessResult.ok) return failSearch(accessResult.error);
  const access = accessResult.value;
  const { api } = ports;
  if (isLookup) {
    const reply = await Promise.race([api.callsOf(access, { maxTries: 1 }).getMigration(text, signal), timeout]);
    if (!reply.ok) return reply.error.code === 'not_found' ? update({ phase: 'searched' }) : failSearch(reply.error);
    const migrations = [{ ...reply.value.migration, companyName: null }];
    return update({ phase: 'searched', matched: 1, migrations });
  }
  const { list } = api.callsOf(access, { bulk: { label: 'Search in all profiles', isAwaited: true } });
  const newestMigrations = () => newestPages(list, 'migrations', signal);
  const { loads } = ports.loadedRows;
  const isLoaded = () => loads.allLoaded(profileId, access.binding) !== null;
  if (isLoaded()) {
    let problem: AppError | null = null;
    for await (const page of newestMigrations()) {
      if (!page.ok) problem = page.error;
      else if (!isLoaded()) break;
      else {
        const rows = readableRows(page.value.rows);
        await loads.freshen(profileId, rows);
        update({ rows: searchState.rows + rows.length, total: page.value.total });
      }
    }
    const loadedMatches = await searchLoaded(ports, access, text, searchState.total, callSignal);
    if (problem) return update({ ...loadedMatches, phase: 'failed', problem });
    if (loadedMatches) return update({ ...loadedMatches, phase: 'searched' });
    update({ rows: 0, total: null });
  }
  const naming = await companyNames(ports, profile, list, text, signal);
  if (!naming.ok) return failSearch(naming.error);
  const terms = searchTerms(text);
  for await (const page of newestMigrations()) {
    if (!page.ok) return failSearch(page.error);
    const rows = readableRows(page.value.rows);
    if (isLoaded()) await loads.freshen(profileId, rows);
    const names = await naming.value(rows.flatMap(({ companyId }) => companyId ?? []));
    const namedRows = rows.map((row) => ({ ...row, companyName: names.get(row.companyId ?? '') ?? null }));
    const matchingRows = namedRows.filter((row: Readonly<Record<string, string | null>>) =>
      terms.every((term) => searchedFields.some((field) => containsTerm(row[field] ?? '', term))),
    );
    update({
      rows: searchState.rows + rows.length,
      total: page.value.total,
      matched: searchState.matched + matchingRows.length,
      migrations: [...searchState.migrations, ...matchingRows].slice(0, everywhereLimits.shown),
    });
  }
  return update({ ...(await searchLoaded(ports, access, text, searchState.total, callSignal)), phase: 'searched' });
}

/**
 * Uses each profile's own key, and doesn't change the active profile (W7, C45). A search for text adds the rows read to
 * profiles that have loaded all rows.
 */
export const createEverywhereHandlers = (ports: SearchEverywherePorts): ConsoleHandlers['everywhere'] => ({
  search: async ({ text }, { signal }) => {
    const report = (searched: SearchedProfile): void => {
      if (!signal.aborted) ports.events.emit('everywhere:searched', { text, searched });
    };
    const profiles = ports.profiles.list.all();
    return succeed(await Promise.all(profiles.map((profile) => searchProfile(ports, profile, text, signal, report))));
  },
});

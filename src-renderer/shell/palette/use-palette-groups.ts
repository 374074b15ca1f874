import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Bell,
  Bookmark,
  Building2,
  Download,
  Globe,
  Inbox,
  Layers,
  Link,
  List,
  ListChecks,
  ListFilter,
  Plus,
  Repeat2,
  ScanSearch,
  User,
} from 'lucide-react';
import { useState } from 'react';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { linkProblems, readDeepLink } from '#shared/deep-links/deep-link.ts';
import { readSearchText, type SearchMeaning } from '#shared/search-text/read-search-text.ts';
import { readSessionKey } from '#shared/search-text/session-key.ts';
import { everywhereLimits } from '#shared/everywhere-limits.ts';
import { shortIdText } from '#ui/values/ids.tsx';
import { countText, countedText } from '#ui/values/number-text.ts';
import { dateOf, relativeText } from '#ui/values/times.tsx';
import { useConsole, useRead } from '../../api/console-api.ts';
import { useProfileList } from '../../api/profiles.ts';
import { paletteEntry } from '../../components/migration/status.tsx';
import { useSavedViews } from '../../api/profile-data.ts';
import { everywhereText, linkToOpen } from '../../components/console-requests.ts';
import { createListFilters } from '../../components/listing/filters/field-filters.ts';
import { attentionView } from '../../components/listing/views/attention-view.ts';
import { showFailure } from '../../components/messages/show-failure.ts';
import { linkLine } from '../../components/links/link-words.ts';
import { useApplyView } from '../../components/listing/views/use-apply-view.ts';
import { completeWord, removeWord, resolveWords, suggestWords } from '../../components/listing/words/filter-words.ts';
import { lookupText } from '../../components/migration/id-list-text.ts';
import { idsIn } from '../../components/migration/ids-in.ts';
import { pageEntries, type PaletteEntry } from '../../components/palette/palette-entries.ts';
import { pageGroups } from '../sidebar/console-pages.ts';
import { moreSearchesName, type PaletteGroup, sessionName } from './palette-groups.ts';
import { useConsoleActions } from './use-console-actions.ts';
import { maxResults, usePaletteSearch } from './use-palette-search.ts';

const useProfileEntries = (): readonly PaletteEntry[] => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const list = useProfileList();
  const others = list?.profiles.filter(({ id }) => id !== list.activeId) ?? [];
  return [
    ...others.map(({ id, name, environment }) => ({
      id,
      label: `Switch to ${name}`,
      note: environment,
      icon: Repeat2,
      run: () => void api.profiles.switch({ id }).then(() => showToast(`Switched to ${name}`, 'done'), showFailure),
    })),
    {
      id: 'new',
      label: 'Add profile',
      icon: Plus,
      run: () => void navigate({ to: '/settings', search: { profile: 'new' } }),
    },
  ];
};

const noCompanies: readonly CompanyRow[] = [];
/** Minimum letters of a search. Shorter input matches too many names. */
const minLetters = 2;

const useCompanySearch = (text: string): readonly [readonly CompanyRow[], boolean] => {
  const isLongEnough = text.length >= minLetters;
  const { data, isPlaceholderData, isLoading } = useRead(
    ['companies', 'search', text],
    (api, options) => api.companies.search({ text, limit: maxResults }, options),
    { enabled: isLongEnough, placeholderData: keepPreviousData },
  );
  return [(isLongEnough ? data : null) ?? noCompanies, isLongEnough && (isLoading || isPlaceholderData)];
};

/** ID of the entry that searches every profile, also triggered by Alt+Enter. */
export const everywhereId = 'everywhere';

interface PaletteFound {
  readonly groups: readonly PaletteGroup[];
  readonly hint: string | null;
  readonly isSearching: boolean;
  /** Whether the entry that Enter opens isn't known yet. */
  readonly isFirstPending: boolean;
}

/** Opens the Migrations page: one migration, or the rows that match. */
const useMigrationsPage = () => {
  const navigate = useNavigate();
  return {
    open: (id: string): void => void navigate({ to: '/migrations', search: (before) => ({ ...before, open: id }) }),
    list: (search: object): void => void navigate({ to: '/migrations', search: { view: 'all', ...search } }),
  };
};

const { none: noFilters, parse } = createListFilters('migrations');
const typedFilter = /(?<!\S)[a-z]{2,}:\S/i;

/**
 * Returns an entry for typed filter words such as `status:failed`, completions of the last word, and whether they belong
 * to earlier input.
 */
const useFilterEntries = (text: string, meaning: SearchMeaning): readonly [readonly PaletteEntry[], boolean] => {
  const { api } = useConsole();
  const { list } = useMigrationsPage();
  const isTyped = (meaning.kind === 'text' || meaning.kind === 'part') && typedFilter.test(text);
  const target = { api, resource: 'migrations', filters: noFilters } as const;
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: ['loaded', 'migrations', 'paletteWords', text],
    queryFn: async () => {
      const { patch, applied, problem } = await resolveWords(target, text, true);
      const ended = await resolveWords(target, text, false);
      const completions = await suggestWords({ ...target, filters: parse({ ...ended.patch }) }, text, false);
      return { typed: text, patch, applied, problem, ended, completions };
    },
    enabled: isTyped,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  if (!data || !isTyped) return [[], isTyped && isPending];
  const { typed, patch, applied, problem, ended, completions } = data;
  const rest = ended.applied.reduce(removeWord, typed);
  const entry = { icon: ListFilter, note: problem ?? 'Migrations' };
  const all = {
    ...entry,
    id: 'filter',
    label: `Filter by ${applied.join(' ')}`,
    run: () => list({ ...patch, text: applied.reduce(removeWord, typed) }),
  };
  const entries = [
    ...(applied.length > 0 ? [all] : []),
    ...completions
      .filter(({ label, patch: last }) => last !== null && !applied.includes(label))
      .map((suggestion) => ({
        ...entry,
        id: suggestion.id,
        label: [...ended.applied, suggestion.label].join(' '),
        note: suggestion.note,
        run: () => list({ ...ended.patch, ...suggestion.patch, text: completeWord(rest, suggestion) }),
      })),
  ];
  return [entries, isPlaceholderData];
};

const linkEntry = (text: string): PaletteEntry => {
  const result = readDeepLink(text);
  const note = 'link' in result ? linkLine(result.link) : linkProblems[result.problem];
  return { id: 'link', label: 'Open this link', note, icon: Link, run: () => linkToOpen.set(text) };
};

const agoText = (time: string | null): string => {
  const date = dateOf(time);
  return date ? relativeText(date, new Date()) : 'at an unknown time';
};

const useIdEntries = (meaning: SearchMeaning): readonly PaletteEntry[] => {
  const { open, list } = useMigrationsPage();
  const id = meaning.kind === 'id' ? meaning.id : null;
  const { data: companies = [] } = useRead(
    ['companies', 'lookup', id],
    (api, options) => api.companies.lookup({ ids: id === null ? [] : [id] }, options),
    { enabled: id !== null },
  );
  if (meaning.kind !== 'id' || id === null) return [];
  const company = companies.find((each) => each.id === id);
  const companyEntry: PaletteEntry = {
    id: 'company',
    label: `Migrations of ${company?.providerCompanyName ?? 'this company'}`,
    note: id,
    icon: Building2,
    copies: id,
    run: () => list({ company: [id] }),
  };
  if (company || meaning.of === 'company') return [companyEntry];
  return [
    {
      id: 'open',
      label: 'Open this migration',
      note: id,
      icon: ScanSearch,
      copies: id,
      run: () => open(id),
    },
    {
      id: everywhereId,
      label: 'Find in all profiles',
      note: id,
      icon: Globe,
      copies: id,
      run: () => everywhereText.set(id),
    },
  ];
};

const useSessionEntries = (typed: string): readonly [readonly PaletteEntry[], boolean] => {
  const { open } = useMigrationsPage();
  const text = typed.trim();
  const key = readSessionKey(text);
  const { data, isLoading } = useRead(
    ['migrations', 'bySessionKey', text],
    (api, options) => api.activity.find({ text }, options),
    { enabled: key !== null },
  );
  const entries = (data?.ids ?? []).map((id) => ({
    id,
    // Contains the input, so that this entry sorts first.
    label: `Open the session for ${key && 'reference' in key ? 'reference' : 'request'} “${text}”`,
    note: shortIdText(id),
    icon: ScanSearch,
    copies: id,
    run: () => open(id),
  }));
  return [entries, isLoading];
};

const useTextGroups = (meaning: SearchMeaning, hasRows: boolean) => {
  const { api } = useConsole();
  const { open, list } = useMigrationsPage();
  const profiles = useProfileList();
  const typed = meaning.kind === 'part' ? meaning.typed : meaning.kind === 'text' ? meaning.text : '';
  const text = typed.length < minLetters ? '' : typed;
  const { people, migrations, matched, isLoaded, isSearching, scope, loads } = usePaletteSearch(text, hasRows);
  const personEntries = people.map(({ key, count, newest }) => ({
    id: key,
    label: key,
    note: `${countedText(count, 'migration')}, newest ${agoText(newest)}`,
    icon: User,
    copies: key,
    run: () => list({ user: [key] }),
  }));
  const migrationEntries: PaletteEntry[] = migrations.map((migration) => ({
    ...paletteEntry(migration, agoText(migration.created)),
    migration,
    run: () => open(migration.id),
  }));
  if (matched > maxResults) {
    const label = `Show all ${countText(matched)} as a list`;
    migrationEntries.push({ id: 'list', label, note: 'Migrations', icon: List, run: () => list({ text }) });
  }
  const others = profiles?.profiles.filter(({ id }) => id !== profiles.activeId).map(({ name }) => name) ?? [];
  const moreEntries: PaletteEntry[] = [];
  if (text !== '' && loads) {
    moreEntries.push({
      id: 'load',
      label: `Load all ${loads.total === null ? '' : `${countText(loads.total)} `}migrations and search them for “${text}”`,
      note: loads.takes,
      icon: Download,
      // The list asks for confirmation if loading takes many requests.
      run: () =>
        void api.loaded
          .start({ resource: 'migrations' })
          .catch(() => undefined)
          .then(() => list({ text })),
    });
  }
  if (text !== '' && text.length <= everywhereLimits.text && others.length > 0) {
    const max = countText(everywhereLimits.pages * everywhereLimits.pageSize);
    moreEntries.push({
      id: everywhereId,
      label: `Search all profiles for “${text}”`,
      note: `the newest ${max} migrations in ${others.join(', ')}`,
      icon: Layers,
      keys: ['Alt', 'Enter'],
      run: () => everywhereText.set(text),
    });
  }
  return {
    people: personEntries,
    migrations: migrationEntries,
    further: moreEntries,
    isLoaded: isLoaded && text !== '',
    isSearching,
    scope,
  };
};

export const usePaletteGroups = (typed: string, onShortcuts: () => void): PaletteFound => {
  const navigate = useNavigate();
  // The page's own entries are fixed while the palette is open, so that arriving rows don't move other entries.
  const [onPage] = useState(() => pageEntries('On this page').map((entry) => ({ ...entry, quiet: true })));
  const [ofPage] = useState(() => pageEntries('Actions'));
  const meaning = readSearchText(typed);
  const [companies, isSearchingCompanies] = useCompanySearch(typed.trim());
  const actions = useConsoleActions(onShortcuts);
  const profiles = useProfileEntries();
  const savedViews = useSavedViews();
  const applyView = useApplyView();
  const idEntries = useIdEntries(meaning);
  const [sessionEntries, isSessionPending] = useSessionEntries(typed);
  const [filterEntries, areFiltersPending] = useFilterEntries(typed, meaning);
  const { people, migrations, further, isLoaded, isSearching, scope } = useTextGroups(meaning, onPage.length > 0);

  const { count: idCount } = idsIn(typed);
  const listEntries: readonly PaletteEntry[] =
    idCount < 2
      ? []
      : [
          {
            id: 'list',
            label: `Look up ${idCount} IDs`,
            icon: ListChecks,
            run: () => {
              lookupText(typed);
              void navigate({ to: '/migrations/ids' });
            },
          },
        ];
  const companyEntries = companies.map((company) => ({
    id: company.id,
    label: company.providerCompanyName ?? company.id,
    note: company.sourceProvider ?? undefined,
    icon: Building2,
    copies: company.id,
    run: () => void navigate({ to: '/companies/$id', params: { id: company.id } }),
  }));
  const views: PaletteEntry[] = savedViews.map((view) => ({
    id: view.id,
    label: view.name,
    note: view.page,
    icon: Bookmark,
    run: () => applyView(view),
  }));
  views.unshift({
    id: 'attention',
    label: attentionView.name,
    note: 'migrations',
    icon: Inbox,
    run: () => void navigate({ to: '/migrations', search: attentionView.search }),
  });
  const alerts = { to: '/alerts', label: 'Alerts', icon: Bell } as const;
  const pages = [...pageGroups.flatMap((group) => group.pages), alerts].map(({ to, label, icon }) => ({
    id: to,
    label,
    icon,
    run: () => void navigate({ to }),
  }));
  return {
    hint: meaning.kind === 'wrong' ? meaning.text : scope,
    isSearching: isSearching || isSearchingCompanies || isSessionPending || areFiltersPending,
    // A UUID can also be a request ID, but Enter opens the migration with that ID.
    isFirstPending: areFiltersPending || (isSessionPending && idEntries.length === 0),
    groups: [
      { name: 'This link', entries: meaning.kind === 'link' ? [linkEntry(meaning.link)] : [], found: true },
      { name: sessionName, entries: sessionEntries, found: true },
      { name: 'This ID', entries: idEntries, found: true },
      { name: 'These IDs', entries: listEntries, found: true },
      { name: 'Filters', entries: filterEntries, found: true },
      { name: 'End users', entries: people, max: maxResults, found: true },
      { name: 'Companies', entries: companyEntries, max: maxResults, found: true },
      // If rows are loaded, they already include the rows of the page.
      isLoaded
        ? { name: 'Migrations', entries: migrations, max: maxResults + 1, found: true }
        : { name: 'On this page', entries: onPage },
      { name: 'Views', entries: views },
      { name: 'Pages', entries: pages },
      { name: 'Profiles', entries: profiles },
      { name: 'Actions', entries: [...ofPage, ...actions], max: 8 },
      { name: moreSearchesName, entries: further, max: 2, found: true },
    ],
  };
};

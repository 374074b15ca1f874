import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bookmark, Building2, Globe, Plus, Repeat2, ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { showToast } from '#ui/messages/toast-store.ts';
import { isUuid, normalizeId } from '#ui/values/ids.ts';
import { appErrorOf } from '../../api/console-call-error.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useProfileList } from '../../api/profile-list.ts';
import { useSavedViews } from '../../api/saved-views.ts';
import { findEverywhere } from '../../components/everywhere-store.ts';
import { useApplyView } from '../../components/listing/views/use-apply-view.ts';
import { pageEntries, type PaletteEntry } from '../../components/palette/palette-entries.ts';
import { pageGroups } from '../sidebar/console-pages.ts';
import type { PaletteGroup } from './palette-groups.ts';
import { useConsoleActions } from './use-console-actions.ts';

/** The profiles to change to, and a new one. */
const useProfileEntries = (): readonly PaletteEntry[] => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const list = useProfileList();
  const others = list?.profiles.filter(({ id }) => id !== list.activeId) ?? [];
  return [
    ...others.map(({ id, name, environment }) => ({
      id,
      label: `Change to ${name}`,
      note: environment,
      icon: Repeat2,
      run: () =>
        void api.profiles.switch({ id }).then(
          () => showToast(`Switched to ${name}`, 'done'),
          (thrown: unknown) => showToast(describeAppError(appErrorOf(thrown)).title, 'note'),
        ),
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
/** Fewer letters name too many. */
const fewestLetters = 2;
const mostCompanies = 6;

/** Companies whose names hold the text, from what the console has read of them. */
const useCompanySearch = (text: string): readonly CompanyRow[] => {
  const { api } = useConsole();
  const isEnough = text.length >= fewestLetters;
  const { data } = useQuery({
    queryKey: ['companies', 'search', text],
    queryFn: ({ signal }) => api.companies.search({ text, limit: mostCompanies }, { signal }),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  });
  return (isEnough ? data : null) ?? noCompanies;
};

/** Everything the palette can list: what stands on the page, what a text or an id leads to, pages, profiles, actions. */
export const usePaletteGroups = (typed: string, onShortcuts: () => void): readonly PaletteGroup[] => {
  const navigate = useNavigate();
  // As the page was when the palette opened: rows that come in meanwhile move nothing under the cursor.
  const [onPage] = useState(() => pageEntries('On this page').map((entry) => ({ ...entry, quiet: true })));
  const [ofPage] = useState(() => pageEntries('Actions'));
  const companies = useCompanySearch(typed.trim());
  const actions = useConsoleActions(onShortcuts);
  const profiles = useProfileEntries();
  const saved = useSavedViews();
  const applyView = useApplyView();

  const id = normalizeId(typed);
  const ofId: readonly PaletteEntry[] = isUuid(id)
    ? [
        {
          id: 'open',
          label: 'Open this migration',
          note: id,
          icon: ScanSearch,
          copies: id,
          run: () => void navigate({ to: '/migrations', search: (before) => ({ ...before, open: id }) }),
        },
        {
          id: 'everywhere',
          label: 'Find in all profiles',
          note: id,
          icon: Globe,
          copies: id,
          run: () => findEverywhere(id),
        },
      ]
    : [];
  const ofCompanies = companies.map((company) => ({
    id: company.id,
    label: company.providerCompanyName ?? company.id,
    note: company.sourceProvider ?? undefined,
    icon: Building2,
    copies: company.id,
    run: () => void navigate({ to: '/migrations', search: { view: 'all', company: [company.id] } }),
  }));
  const views = saved.map((view) => ({
    id: view.id,
    label: view.name,
    note: view.page,
    icon: Bookmark,
    run: () => applyView(view),
  }));
  const pages = pageGroups.flatMap((group) =>
    group.pages.map(({ to, label, icon }) => ({ id: to, label, icon, run: () => void navigate({ to }) })),
  );
  return [
    { name: 'This id', entries: ofId, found: true },
    { name: 'On this page', entries: onPage },
    { name: 'Companies', entries: ofCompanies, most: mostCompanies, found: true },
    { name: 'Views', entries: views },
    { name: 'Pages', entries: pages },
    { name: 'Profiles', entries: profiles },
    { name: 'Actions', entries: [...ofPage, ...actions], most: 8 },
  ];
};

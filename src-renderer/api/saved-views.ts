import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { describeAppError } from '#shared/app-error-text.ts';
import type { SavedView } from '#shared/console-contract/views-calls.ts';
import { showToast } from '../components/messages/toast-store.ts';
import type { ConsoleApi } from './console-api.ts';
import { appErrorOf } from './console-call-error.ts';
import { useConsole } from './console-context.tsx';
import { keptRead } from './kept-cache.ts';
import { useChangePreferences, useSettingsView } from './settings-view.ts';

/** Where saved views are kept. Not under `console`: another profile has other views. */
export const viewsKey = ['views'] as const;

const viewsOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: viewsKey,
    queryFn: keptRead((signal) => api.views.list({}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

const none: readonly SavedView[] = [];

/** The saved views of the active profile, kept up to date. */
export const useSavedViews = (): readonly SavedView[] => useQuery(viewsOptions(useConsole().api)).data ?? none;

/** Shows a page as it was saved: its filters and order in the route, its columns in the layout of its table. */
export const useApplyView = (): ((view: SavedView) => void) => {
  const navigate = useNavigate();
  const change = useChangePreferences();
  const tables = useSettingsView()?.preferences.tables;
  return ({ page, search, layout }) => {
    void navigate({ to: `/${page}`, search: search as never });
    change({ tables: { ...tables, [page]: layout } }).catch((thrown: unknown) =>
      showToast(describeAppError(appErrorOf(thrown)).title, 'note'),
    );
  };
};

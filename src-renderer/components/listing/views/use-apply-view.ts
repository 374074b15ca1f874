import { useNavigate } from '@tanstack/react-router';
import type { SavedView } from '#shared/console-contract/views-calls.ts';
import { useSettingsView } from '../../../api/settings.ts';
import { useSavedChoice } from './use-saved-choice.ts';

export const useApplyView = (): ((view: SavedView) => void) => {
  const navigate = useNavigate();
  const change = useSavedChoice();
  const tables = useSettingsView()?.preferences.tables;
  return ({ page, search, layout }) => {
    void navigate({ to: `/${page}`, search: search as never });
    change({ tables: { ...tables, [page]: layout } });
  };
};

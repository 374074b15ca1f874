import { useNavigate } from '@tanstack/react-router';
import { Plus, Repeat2 } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import { appErrorOf } from '../../api/console-call-error.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useProfileList } from '../../api/profile-list.ts';
import type { PaletteEntry } from '../../components/palette/palette-entries.ts';
import { showToast } from '#ui/messages/toast-store.ts';

/** The profiles to change to, and a new one. */
export const useProfileEntries = (): readonly PaletteEntry[] => {
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

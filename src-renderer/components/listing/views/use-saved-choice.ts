import { describeAppError } from '#shared/app-error-text.ts';
import type { PreferenceChanges } from '#shared/console-contract/settings-calls.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { useChangePreferences } from '../../../api/settings.ts';
import { showToast } from '#ui/messages/toast.tsx';

export const useSavedChoice = (): ((changes: PreferenceChanges) => void) => {
  const change = useChangePreferences();
  return (changes) =>
    void change(changes).catch((thrown: unknown) => showToast(describeAppError(appErrorOf(thrown)).title, 'note'));
};

import type { PreferenceChanges } from '#shared/console-contract/settings-calls.ts';
import { useChangePreferences } from '../../../api/settings.ts';
import { showFailure } from '../../messages/show-failure.ts';

export const useSavedChoice = (): ((changes: PreferenceChanges) => void) => {
  const change = useChangePreferences();
  return (changes) => void change(changes).catch(showFailure);
};

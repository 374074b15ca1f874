import { useNavigate } from '@tanstack/react-router';
import {
  Copy,
  FileText,
  Keyboard,
  KeyRound,
  ListChecks,
  Moon,
  ShieldCheck,
  Sun,
  SunMoon,
  TicketPlus,
} from 'lucide-react';
import { useConsole } from '../../api/console-api.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { useSettingsView } from '../../api/settings.ts';
import { copyText } from '#ui/controls/controls.tsx';
import { linkTokenRequest } from '../../components/console-requests.ts';
import { useSavedChoice } from '../../components/listing/views/use-saved-choice.ts';
import type { PaletteEntry } from '../../components/palette/palette-entries.ts';
import { showToast } from '#ui/messages/toast.tsx';

const themes = [
  ['light', Sun],
  ['dark', Moon],
  ['system', SunMoon],
] as const;

export const useConsoleActions = (onShortcuts: () => void): readonly PaletteEntry[] => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const state = useConsoleState();
  const profile = state?.profile;
  const theme = useSettingsView()?.preferences.theme ?? 'system';
  const save = useSavedChoice();
  const showFailure = () =>
    showToast("Couldn't get the diagnostics. For details, see Settings, Log and support.", 'note');

  const baseURL = profile?.baseURL ?? null;
  return [
    ...themes
      .filter(([choice]) => choice !== theme)
      .map(([choice, icon]) => ({
        id: `theme-${choice}`,
        label: `Change appearance: ${choice}`,
        note: `now: ${theme}`,
        icon,
        run: () => save({ theme: choice }),
      })),
    {
      id: 'look-up',
      label: 'Look up a list of IDs',
      icon: ListChecks,
      run: () => void navigate({ to: '/migrations/ids' }),
    },
    { id: 'shortcuts', label: 'Keyboard shortcuts', icon: Keyboard, keys: ['?'], run: onShortcuts },
    profile &&
      !profile.builtIn && {
        id: 'key',
        label: profile.key ? 'Replace the API key' : 'Enter the API key',
        note: profile.name,
        icon: KeyRound,
        run: () => void navigate({ to: '/settings', search: { profile: profile.id } }),
      },
    profile &&
      !state.readOnly && {
        id: 'link-token',
        label: 'New link token',
        note: profile.name,
        icon: TicketPlus,
        run: () => {
          linkTokenRequest.set(true);
          void navigate({ to: '/link-tokens', search: { tab: 'create' } });
        },
      },
    baseURL !== null && {
      id: 'address',
      label: 'Copy base URL',
      note: baseURL,
      icon: Copy,
      quiet: true,
      run: () => copyText(baseURL, 'the base URL'),
    },
    {
      id: 'diagnostics',
      label: 'Copy diagnostics',
      note: 'without keys',
      icon: FileText,
      quiet: true,
      run: () => {
        const text = api.diagnostics.text({}).then((reply) => reply.text);
        copyText(text, 'the diagnostics');
        text.catch(showFailure);
      },
    },
    {
      id: 'self-check',
      label: 'Self-check',
      icon: ShieldCheck,
      quiet: true,
      run: () => void navigate({ to: '/settings', search: { section: 'self-check' } }),
    },
  ].filter((entry) => !!entry);
};

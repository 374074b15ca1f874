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
  type LucideIcon,
} from 'lucide-react';
import { useConsole } from '../../api/console-api.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { copyText } from '#ui/controls/controls.tsx';
import { requestLinkToken } from '../../components/console-requests.ts';
import { useSavedChoice } from '../../components/listing/views/use-saved-choice.ts';
import type { PaletteEntry } from '../../components/palette/palette-entries.ts';
import { showToast } from '#ui/messages/toast.tsx';
import type { ThemeChoice } from '#ui/theme/theme.ts';
import { useThemeChoice } from '#ui/theme/use-theme-choice.ts';

const themes: readonly (readonly [ThemeChoice, string, LucideIcon])[] = [
  ['light', 'light', Sun],
  ['dark', 'dark', Moon],
  ['system', 'same as the system', SunMoon],
];

export const useConsoleActions = (onShortcuts: () => void): readonly PaletteEntry[] => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const state = useConsoleState();
  const profile = state?.profile;
  const [theme, chooseTheme] = useThemeChoice();
  const save = useSavedChoice();
  const themeName = themes.find(([choice]) => choice === theme)?.[1];
  const showFailure = () =>
    showToast("Couldn't get the diagnostics. For details, see Settings, Log and support.", 'note');

  const baseURL = profile?.baseURL ?? null;
  return [
    ...themes
      .filter(([choice]) => choice !== theme)
      .map(([choice, word, icon]) => ({
        id: `theme-${choice}`,
        label: `Change appearance: ${word}`,
        note: `now ${themeName}`,
        icon,
        run: () => {
          chooseTheme(choice);
          save({ theme: choice });
        },
      })),
    {
      id: 'look-up',
      label: 'Look up a list of IDs',
      icon: ListChecks,
      run: () => void navigate({ to: '/migrations/ids' }),
    },
    { id: 'shortcuts', label: 'Keyboard shortcuts', icon: Keyboard, keys: ['?'], run: onShortcuts },
    ...(profile && !profile.builtIn
      ? [
          {
            id: 'key',
            label: profile.key ? 'Replace the API key' : 'Enter the API key',
            note: profile.name,
            icon: KeyRound,
            run: () => void navigate({ to: '/settings', search: { profile: profile.id } }),
          },
        ]
      : []),
    ...(profile && !state.readOnly
      ? [
          {
            id: 'link-token',
            label: 'New link token',
            note: profile.name,
            icon: TicketPlus,
            run: () => {
              requestLinkToken();
              void navigate({ to: '/link-tokens', search: { tab: 'create' } });
            },
          },
        ]
      : []),
    ...(baseURL === null
      ? []
      : [
          {
            id: 'address',
            label: 'Copy base URL',
            note: baseURL,
            icon: Copy,
            quiet: true,
            run: () => copyText(baseURL, 'the base URL'),
          },
        ]),
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
  ];
};

import { succeed } from '#shared/app-error.ts';
import type { ManagedView, SettingsView } from '#shared/console-contract/settings-calls.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { ManagedConfiguration } from './managed-configuration.ts';
import type { Settings } from './settings.ts';

const viewManaged = ({ file, problem, readOnly, networkLimited }: ManagedConfiguration): ManagedView => ({
  file,
  problem,
  readOnly,
  networkLimited,
});

/** @param onChange told when a preference or the notice has changed */
export function createSettingsHandlers(
  settings: Settings,
  managed: ManagedConfiguration,
  onChange: (view: SettingsView) => void,
): ConsoleHandlers['settings'] {
  const view = (): SettingsView => {
    const { preferences } = settings.current();
    return {
      preferences,
      notice: settings.notice(),
      managed: viewManaged(managed),
      file: settings.path,
      savedAt: settings.savedAt()?.toISOString() ?? null,
    };
  };
  const changed = () => {
    const now = view();
    onChange(now);
    return succeed(now);
  };
  return {
    get: async () => succeed(view()),
    change: async (changes) => {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const saved = await settings.change((document) => ({
        ...document,
        preferences: { ...document.preferences, ...given },
      }));
      return saved.ok ? changed() : saved;
    },
    dismissNotice: async () => {
      settings.dismissNotice();
      return changed();
    },
  };
}

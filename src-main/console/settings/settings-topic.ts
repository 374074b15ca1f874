import { succeed } from '#shared/app-error.ts';
import type { ManagedView, SettingsView } from '#shared/console-contract/settings-calls.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { ConsoleEvents } from '../events/console-events.ts';
import { createEmitter, type Listen } from '../events/emitter.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import { type ManagedConfiguration, managedProblemText, readManagedConfiguration } from './managed-configuration.ts';
import { createSettingsFile } from './settings-file.ts';
import { createSettings, type Settings } from './settings.ts';

export interface SettingsTopic extends Settings {
  readonly managed: ManagedConfiguration;
  readonly onChange: Listen<void>;
  readonly handlers: ConsoleHandlers['settings'];
}

interface SettingsTopicPorts {
  readonly ports: Pick<ConsolePorts, 'userDataDir' | 'clock' | 'openSettingsWriter' | 'managedFile' | 'log'>;
  readonly events: ConsoleEvents;
}

export function createSettingsTopic({ ports, events }: SettingsTopicPorts): SettingsTopic {
  const { userDataDir, clock, openSettingsWriter: openWriter } = ports;
  const managed = readManagedConfiguration(ports.managedFile);
  if (managed.problem !== null) ports.log.warn(managedProblemText(managed.problem));
  const settings = createSettings(createSettingsFile({ userDataDir, clock, openWriter }), clock);
  const changes = createEmitter();
  const handlers = createSettingsHandlers(settings, managed, (now) => {
    events.emit('settings:changed', now);
    changes.emit();
  });
  return { ...settings, managed, onChange: changes.listen, handlers };
}

const viewManaged = ({ file, problem, readOnly, networkLimited }: ManagedConfiguration): ManagedView => ({
  file,
  problem,
  readOnly,
  networkLimited,
});

/** @param onChange called when a preference or the notice changes */
function createSettingsHandlers(
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

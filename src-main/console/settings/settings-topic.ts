import { andThen, fail, succeed } from '#shared/app-error.ts';
import type { ManagedView, Preferences, SettingsView } from '#shared/console-contract/settings-calls.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { Clock } from '../clock/clock.ts';
import type { ConsoleEvents } from '../events/console-events.ts';
import { createEmitter } from '../events/emitter.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import { type ManagedConfiguration, managedProblemText, readManagedConfiguration } from './managed-configuration.ts';
import { createSettingsFile } from './settings-file.ts';
import { createSettings, type Settings } from './settings.ts';

interface SettingsTopicPorts {
  readonly ports: Pick<
    ConsolePorts,
    'userDataDir' | 'clock' | 'openSettingsWriter' | 'managedFile' | 'managedPolicies' | 'log'
  >;
  readonly events: ConsoleEvents;
}

export function createSettingsTopic({ ports, events }: SettingsTopicPorts) {
  const { userDataDir, clock, openSettingsWriter: openWriter } = ports;
  const managed = readManagedConfiguration(ports.managedFile, ports.managedPolicies);
  if (managed.problem !== null) ports.log.warn(managedProblemText(managed.problem));
  const stored = createSettings(createSettingsFile({ userDataDir, clock, openWriter }), clock);
  const settings: Settings = {
    ...stored,
    current: () => {
      const document = stored.current();
      return { ...document, preferences: { ...document.preferences, ...managed.preferences } };
    },
  };
  const changes = createEmitter();
  const handlers = createSettingsHandlers(settings, managed, clock, (now) => {
    events.emit('settings:changed', now);
    changes.emit();
  });
  return { ...settings, managed, onChange: changes.listen, handlers };
}

export type SettingsTopic = ReturnType<typeof createSettingsTopic>;

const viewManaged = ({ preferences, ...managed }: ManagedConfiguration): ManagedView => ({
  file: managed.file,
  problem: managed.problem,
  readOnly: managed.readOnly,
  networkLimited: managed.networkLimited,
  preferences: Object.keys(preferences) as (keyof Preferences)[],
});

function createSettingsHandlers(
  settings: Settings,
  managed: ManagedConfiguration,
  clock: Clock,
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
  const reportChange = () => {
    const currentView = view();
    onChange(currentView);
    return succeed(currentView);
  };
  return {
    get: async () => succeed(view()),
    change: async (changes) => {
      const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      if (Object.keys(definedChanges).some((name) => Object.hasOwn(managed.preferences, name)))
        return fail('managed', clock.now());
      return andThen(
        settings.change(({ preferences }) => ({ preferences: { ...preferences, ...definedChanges } })),
        reportChange,
      );
    },
    dismissNotice: async () => {
      settings.dismissNotice();
      return reportChange();
    },
  };
}

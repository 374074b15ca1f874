import { andThen, fail, succeed } from '#shared/app-error.ts';
import type { Preferences, SettingsView } from '#shared/console-contract/settings-calls.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { ConsoleEvents } from '../events/console-events.ts';
import { createEmitter } from '../events/emitter.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import { managedProblemText, readManagedConfiguration } from './managed-configuration.ts';
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
  const view = (): SettingsView => ({
    preferences: settings.current().preferences,
    notice: settings.notice(),
    managed: {
      file: managed.file,
      problem: managed.problem,
      readOnly: managed.readOnly,
      networkLimited: managed.networkLimited,
      preferences: Object.keys(managed.preferences) as (keyof Preferences)[],
    },
    file: settings.path,
    savedAt: settings.savedAt()?.toISOString() ?? null,
  });
  const reportChange = () => {
    const currentView = view();
    events.emit('settings:changed', currentView);
    changes.emit();
    return succeed(currentView);
  };
  return {
    ...settings,
    managed,
    onChange: changes.listen,
    handlers: {
      get: async () => succeed(view()),
      change: async (given) => {
        const definedChanges = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
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
    } satisfies ConsoleHandlers['settings'],
  };
}

export type SettingsTopic = ReturnType<typeof createSettingsTopic>;

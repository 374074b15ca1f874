import type { ConsoleEvents } from '../console-events.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { ConsolePorts } from '../console-ports.ts';
import { createEmitter, type Listen } from '../events/emitter.ts';
import { type ManagedConfiguration, readManagedConfiguration } from './managed-configuration.ts';
import { createSettings, type Settings } from './settings.ts';
import { createSettingsFile } from './settings-file.ts';
import { createSettingsHandlers } from './settings-handlers.ts';

/** What this person has set, and what the administrators of this computer have. */
export interface SettingsTopic extends Settings {
  readonly managed: ManagedConfiguration;
  /** A preference or the notice has changed. */
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
  if (managed.problem !== null) ports.log.warn(managed.problem);
  const settings = createSettings(createSettingsFile({ userDataDir, clock, openWriter }), clock);
  const changes = createEmitter();
  const handlers = createSettingsHandlers(settings, managed, (now) => {
    events.emit('settings:changed', now);
    changes.emit();
  });
  return { ...settings, managed, onChange: changes.listen, handlers };
}

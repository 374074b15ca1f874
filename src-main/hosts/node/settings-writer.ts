import type { OpenSettingsWriter } from '../../console/ports/console-ports.ts';
import { endSignals } from './signals.ts';

interface StoreOptions {
  readonly cwd: string;
  /** File name without `.json`. */
  readonly name: string;
  readonly configFileMode: number;
  readonly clearInvalidConfig: false;
  readonly accessPropertiesByDotNotation: false;
}

type Store = { store: Record<string, unknown> };

/** Loads the library without its signal listeners, which resend signals and thus end the process on Windows. */
async function loadWithoutListeners<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const previousListeners = endSignals.map((signal) => ({ signal, listeners: new Set(process.listeners(signal)) }));
  const loadResult = await load();
  for (const { signal, listeners } of previousListeners) {
    for (const listener of process.listeners(signal)) if (!listeners.has(listener)) process.off(signal, listener);
  }
  return loadResult;
}

/** The only function that writes settings. Its library isn't used for reading, because its own recovery erases an unreadable file. */
export const settingsWriter =
  (
    load: () => Promise<(options: StoreOptions) => Store>,
    platform: NodeJS.Platform = process.platform,
  ): OpenSettingsWriter =>
  async (folder, name) => {
    // On systems with a file-size limit, only the write must fail: without a listener, SIGXFSZ would end the process.
    if (process.listenerCount('SIGXFSZ') === 0) process.on('SIGXFSZ', () => undefined);
    const open = await (platform === 'win32' ? loadWithoutListeners(load) : load());
    const file = open({
      cwd: folder,
      name,
      configFileMode: 0o600,
      clearInvalidConfig: false,
      accessPropertiesByDotNotation: false,
    });
    return (document) => {
      file.store = document as Record<string, unknown>;
    };
  };

export const openConfWriter = settingsWriter(async () => {
  const { default: Conf } = await import('conf');
  return ({ name, ...options }) => new Conf({ ...options, configName: name });
});

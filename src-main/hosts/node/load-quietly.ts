import { constants } from 'node:os';

const signals = Object.keys(constants.signals) as NodeJS.Signals[];
const listeners = () => new Map(signals.map((signal) => [signal, new Set(process.listeners(signal))]));

/**
 * Loads a settings library and takes back the signal listeners that it adds for its temporary files: they end the
 * process at once, before the console has closed its service and given back its folder.
 */
export async function loadQuietly<Module>(load: () => Promise<Module>): Promise<Module> {
  const before = listeners();
  const loaded = await load();
  for (const [signal, now] of listeners()) {
    for (const listener of now) {
      // A file-size limit must fail the write, not end the process, which is the system's default without a listener.
      if (signal === 'SIGXFSZ' && !before.get(signal)?.has(listener)) process.on(signal, () => undefined);
      if (!before.get(signal)?.has(listener)) process.removeListener(signal, listener);
    }
  }
  return loaded;
}

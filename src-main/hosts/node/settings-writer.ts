import type { OpenSettingsWriter } from '../../console/settings/settings-port.ts';

interface StoreOptions {
  readonly cwd: string;
  /** Of the file, without `.json`. */
  readonly name: string;
  readonly configFileMode: number;
  readonly clearInvalidConfig: false;
  readonly accessPropertiesByDotNotation: false;
}

type Store = { store: Record<string, unknown> };

/**
 * The one way to write settings, by a library of the `conf` family. It does nothing but write: its own recovery would
 * wipe what it cannot read.
 * @param load loads the library, and gives what opens a file with it
 */
export const settingsWriter =
  (load: () => Promise<(options: StoreOptions) => Store>): OpenSettingsWriter =>
  async (folder, name) => {
    // A limit of file sizes has to fail the write. Without a listener its signal ends the process.
    if (process.listenerCount('SIGXFSZ') === 0) process.on('SIGXFSZ', () => undefined);
    const open = await load();
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

/** Writes the settings by `conf`, where there is no Electron. */
export const openConfWriter = settingsWriter(async () => {
  const { default: Conf } = await import('conf');
  return ({ name, ...options }) => new Conf({ ...options, configName: name });
});

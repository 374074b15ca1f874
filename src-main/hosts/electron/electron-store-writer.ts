import { ipcMain } from 'electron';
import type { OpenSettingsWriter } from '../../console/settings/settings-port.ts';
import { loadQuietly } from '../node/load-quietly.ts';

/** Writes the settings by `electron-store`. Its own recovery stays off: it would wipe what it cannot read. */
export const openElectronStoreWriter: OpenSettingsWriter = async (folder, name) => {
  const { default: ElectronStore } = await loadQuietly(() => import('electron-store'));
  const store = new ElectronStore<Record<string, unknown>>({
    cwd: folder,
    name,
    configFileMode: 0o600,
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
  });
  // Every store opens a channel that tells its paths to whoever asks, guests included; nobody here uses it.
  ipcMain.removeAllListeners('electron-store-get-data');
  return (document) => {
    store.store = document as Record<string, unknown>;
  };
};

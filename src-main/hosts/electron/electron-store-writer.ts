import { ipcMain } from 'electron';
import { settingsWriter } from '../node/settings-writer.ts';

/** Writes the settings by `electron-store`. */
export const openElectronStoreWriter = settingsWriter(async () => {
  const { default: ElectronStore } = await import('electron-store');
  return (options) => {
    const store = new ElectronStore<Record<string, unknown>>(options);
    // Every store opens a channel that tells its paths to whoever asks, guests included; nobody here uses it.
    ipcMain.removeAllListeners('electron-store-get-data');
    return store;
  };
});

import path from 'node:path';
import { app, BrowserWindow, dialog, shell } from 'electron';
import type { SavedFormat, SaveFile } from '../../console/ports/save-file.ts';

const formatNames: Record<SavedFormat, string> = {
  csv: 'Comma-separated values',
  json: 'JSON',
  jsonl: 'JSON Lines',
  md: 'Markdown',
  txt: 'Text',
  zip: 'Zip archive',
};

/** Saves to the path chosen in the system's dialog, which asks before it overwrites a file. */
export function createSaveFile(): SaveFile {
  let folder: string | null = null;
  return {
    choose: async ({ fileName, format }) => {
      const options = {
        defaultPath: path.join(folder ?? app.getPath('downloads'), fileName),
        filters: [{ name: formatNames[format], extensions: [format] }],
      };
      const [window] = BrowserWindow.getAllWindows();
      const { canceled, filePath } = await (window
        ? dialog.showSaveDialog(window, options)
        : dialog.showSaveDialog(options));
      if (canceled || !filePath) return null;
      folder = path.dirname(filePath);
      return {
        file: filePath,
        fileName: path.basename(filePath),
        written: () => ({ path: filePath, download: null }),
      };
    },
    reveal: (file) => {
      shell.showItemInFolder(file);
      return true;
    },
  };
}

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { SaveFile } from '../../console/exports/save-file.ts';
import { makeOwnFolder, type OwnFolder, removeFile, removeLeftFolders } from './own-folder.ts';

/** A file that waits for its page to fetch it. */
interface WaitingFile {
  readonly file: string;
  readonly fileName: string;
}

/** A fetch of a file that has begun. */
interface BegunFetch extends WaitingFile {
  /** Whether all of it was sent: then the file is gone, else it waits for the next fetch. */
  readonly end: (isWhole: boolean) => void;
}

/** Files for the browser's own downloads: each is written here, fetched once, and removed. */
export interface Downloads extends SaveFile {
  /** The file of an address; null where it was fetched, has waited too long, or was never there. */
  readonly find: (id: string) => WaitingFile | null;
  /** Begins the one fetch of a file; `busy` while another one runs. */
  readonly begin: (id: string) => BegunFetch | 'busy' | null;
  /** Removes what was not fetched. */
  readonly close: () => void;
}

interface Entry extends WaitingFile {
  timer: NodeJS.Timeout | null;
}

const waitMs = 10 * 60_000;
const prefix = 'downloads-';
export const downloadPath = '/downloads/';

/** @param userDataDir where the files wait, in a folder that only this user can read */
export function createDownloads(userDataDir: string): Downloads {
  const waiting = new Map<string, Entry>();
  const folders: OwnFolder[] = [];
  let current: OwnFolder | null = null;
  removeLeftFolders(userDataDir, prefix);

  const makeFolder = (): OwnFolder => {
    const folder = makeOwnFolder(userDataDir, prefix);
    folders.push(folder);
    return folder;
  };
  const place = (fileName: string): string => {
    try {
      current ??= makeFolder();
      return current.place(fileName);
    } catch {
      // The next export tries with a new folder. Whoever writes this file says in its own words why it cannot be written.
      current = null;
      return path.join(userDataDir, prefix + randomBytes(8).toString('hex'), fileName);
    }
  };
  const drop = (id: string, file: string) => {
    waiting.delete(id);
    removeFile(file);
  };
  const keepFor = (id: string, file: string) => setTimeout(() => drop(id, file), waitMs).unref();
  const offer = (found: WaitingFile): string => {
    const id = randomBytes(24).toString('base64url');
    waiting.set(id, { ...found, timer: keepFor(id, found.file) });
    return downloadPath + id;
  };
  return {
    choose: async ({ fileName }) => {
      const file = place(fileName);
      return { file, fileName, mode: 0o600, written: () => ({ path: null, download: offer({ file, fileName }) }) };
    },
    reveal: () => false,
    find: (id) => waiting.get(id) ?? null,
    begin: (id) => {
      const entry = waiting.get(id);
      if (!entry) return null;
      if (!entry.timer) return 'busy';
      clearTimeout(entry.timer);
      entry.timer = null;
      const { file, fileName } = entry;
      const end = (isWhole: boolean) => {
        if (isWhole) drop(id, file);
        else entry.timer = keepFor(id, file);
      };
      return { file, fileName, end };
    },
    close: () => {
      for (const { timer } of waiting.values()) if (timer) clearTimeout(timer);
      waiting.clear();
      for (const folder of folders) folder.close();
    },
  };
}

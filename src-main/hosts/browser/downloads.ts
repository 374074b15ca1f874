import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { SaveFile, SaveTarget } from '../../console/exports/save-file.ts';

/** A file that waits for its page to fetch it. */
export interface WaitingFile {
  readonly file: string;
  readonly fileName: string;
}

/** Files for the browser's own downloads: each is written here, fetched once, and removed. */
export interface Downloads extends SaveFile {
  /** The file of an address, once; null where it was fetched, has waited too long, or was never there. */
  readonly take: (id: string) => WaitingFile | null;
  /** Removes what was not fetched. */
  readonly close: () => void;
}

const waitMs = 10 * 60_000;
export const downloadPath = '/downloads/';

/** @param userDataDir where the files wait, in a folder that only this user can read */
export function createDownloads(userDataDir: string): Downloads {
  const folder = path.join(userDataDir, 'downloads');
  const waiting = new Map<string, WaitingFile & { readonly timer: NodeJS.Timeout }>();
  // What an earlier run has left.
  rmSync(folder, { recursive: true, force: true });

  const offer = ({ file, fileName }: WaitingFile): string => {
    const id = randomBytes(24).toString('base64url');
    const timer = setTimeout(() => {
      waiting.delete(id);
      rmSync(file, { force: true });
    }, waitMs).unref();
    waiting.set(id, { file, fileName, timer });
    return downloadPath + id;
  };
  return {
    choose: async ({ fileName }) => {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      } catch {
        // Whoever writes the file says in its own words why it cannot be written.
      }
      const file = path.join(folder, `${randomBytes(8).toString('hex')}-${fileName}`);
      const target: SaveTarget = {
        file,
        fileName,
        written: () => ({ path: null, download: offer({ file, fileName }) }),
      };
      return target;
    },
    reveal: () => false,
    take: (id) => {
      const found = waiting.get(id);
      if (!found) return null;
      clearTimeout(found.timer);
      waiting.delete(id);
      return found;
    },
    close: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

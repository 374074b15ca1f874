import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { makeOwnFolder, removeLeftFolders } from './own-folder.ts';
import { startTokenMs } from './sessions.ts';

/** A file that leads a browser on to a link. */
export interface StartPage {
  readonly file: string;
  readonly remove: () => void;
}

const prefix = 'ferry-console-';

/**
 * Where such a file may be for a moment, the best place first. Browsers from Snap see neither /tmp nor hidden folders, so
 * on Linux it is the home folder itself; elsewhere browsers read what their user may.
 */
export const startPlaces = (userDataDir: string): readonly string[] =>
  process.platform === 'linux' ? [homedir(), userDataDir] : [userDataDir];

/**
 * Writes a page, readable by this user only, that leads on to a link at once: a link in the argument list of a browser
 * could be read by everybody on the computer. Throws the system's error where no place takes it.
 */
export function writeStartPage(places: readonly string[], link: string): StartPage {
  let problem: unknown;
  for (const place of places) {
    removeLeftFolders(place, prefix, startTokenMs);
    try {
      const folder = makeOwnFolder(place, prefix);
      const file = folder.place('start.html');
      writeFileSync(file, pageTo(link), { flag: 'wx', mode: 0o600 });
      return { file, remove: folder.close };
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

const pageTo = (link: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
<title>Ferry Console</title>
<p>This page leads on to <a href="${link}">Ferry Console</a>, once and within ${startTokenMs / 1000} seconds.</p>
</html>
`;

import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onSignals } from '../node/signals.ts';
import type { ConsoleServer } from './console-server.ts';
import { openInDesktop } from './open-in-desktop.ts';
import { removeFile } from './remove-file.ts';
import { startTokenMs } from './sessions.ts';

const pageName = /^ferry-console-[0-9a-f]{32}\.html$/;

/** Folders for the temporary start page, best folder first. Browsers from Snap can't read /tmp or hidden folders. */
export const startPageFolders = (userDataDir: string): readonly string[] =>
  process.platform === 'linux' ? [homedir(), userDataDir] : [userDataDir];

/** Puts the link into a file that only this user can read, because other users can see the browser's arguments. */
export function writeStartPage(places: readonly string[], link: string) {
  let problem: unknown;
  for (const place of places) {
    try {
      removeExpiredPages(place);
      const file = path.join(place, `ferry-console-${randomBytes(16).toString('hex')}.html`);
      writeFileSync(file, pageTo(link), { flag: 'wx', mode: 0o600 });
      return { file, remove: () => removeFile(file) };
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

/** Removes the pages of killed consoles. Skips newer pages, which another console may be using. */
function removeExpiredPages(folder: string): void {
  try {
    for (const name of readdirSync(folder).filter((each) => pageName.test(each))) {
      const file = path.join(folder, name);
      const stats = lstatSync(file, { throwIfNoEntry: false });
      if (stats?.isFile() && Date.now() - stats.mtimeMs >= startTokenMs) removeFile(file);
    }
  } catch {
    // A folder that can't be listed may still be writable.
  }
}

const pageTo = (link: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
<title>Ferry Console</title>
<p>Open <a href="${link}">Ferry Console</a>. The link works once and expires after ${startTokenMs / 1000} seconds.</p>
</html>
`;

interface EntrancePorts {
  readonly newLink: ConsoleServer['newLink'];
  readonly userDataDir: string;
  readonly say: (line: string) => void;
}

const seconds = startTokenMs / 1000;

export function createEntrance({ newLink, userDataDir, say }: EntrancePorts) {
  let isUsed = false;
  let page: ReturnType<typeof writeStartPage> | null = null;
  const closePage = () => {
    page?.remove();
    page = null;
  };
  // The link opened in the browser stays valid, so that opening the printed link doesn't end that session.
  const link = newLink({ onUsed: () => (isUsed = true) });
  const printNewLink = () => say(`New link, valid for ${seconds} seconds: ${newLink()}`);
  const isTerminal = process.stdin.isTTY;
  const newLinkHint = isTerminal
    ? 'Press Enter for a new link.'
    : `Send SIGUSR2 to process ${process.pid} for a new link, or start the command again.`;
  const expiryTimer = setTimeout(() => {
    closePage();
    if (!isUsed) say(`No browser opened the console within ${seconds} seconds, so the link expired. ${newLinkHint}`);
  }, startTokenMs).unref();
  const stopListening = process.platform === 'win32' ? null : onSignals(['SIGUSR2'], printNewLink);

  const openByPage = async (): Promise<boolean> => {
    const onUsed = () => {
      isUsed = true;
      closePage();
    };
    try {
      page = writeStartPage(startPageFolders(userDataDir), newLink({ keepsEarlier: true, onUsed }));
      return await openInDesktop(page.file);
    } catch {
      return false;
    }
  };
  return {
    link,
    open: async (wanted: boolean) => {
      if (wanted && (await openByPage())) say(`The console opens in your browser. No browser window? ${newLinkHint}`);
      else say(`Open this link in a browser on this device within ${seconds} seconds: ${link}`);
      if (!isTerminal) return;
      say('Press Enter for a new link, Ctrl+C to stop.');
      createInterface({ input: process.stdin }).on('line', printNewLink);
    },
    onSecondUse: () =>
      say(
        `A link was used twice, so its session ended. If that wasn't you, another user of this device may have seen the link. New link, valid for ${seconds} seconds: ${newLink()}`,
      ),
    close: () => {
      clearTimeout(expiryTimer);
      closePage();
      stopListening?.();
    },
  };
}

export type Entrance = ReturnType<typeof createEntrance>;

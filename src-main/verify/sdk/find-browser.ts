import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** Installation paths of browsers that aren't on the PATH. */
const places: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

type FoundBrowser = { readonly ok: true; readonly program: string } | { readonly ok: false; readonly sentence: string };

/** Finds a Chromium-based browser, or explains why there is none. `FERRY_BROWSER` overrides the search. */
export function findBrowser(env: NodeJS.ProcessEnv, platform = process.platform): FoundBrowser {
  const browserVariable = env['FERRY_BROWSER'];
  if (browserVariable) {
    const program = path.resolve(browserVariable);
    return isProgram(program)
      ? { ok: true, program }
      : { ok: false, sentence: "FERRY_BROWSER doesn't name an executable program" };
  }
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const onPath = platform === 'linux' ? names.flatMap((name) => folders.map((folder) => path.join(folder, name))) : [];
  const program = [...onPath, ...(places[platform] ?? [])].find(isProgram);
  if (program === undefined) {
    return { ok: false, sentence: 'No Chromium-based browser found; set FERRY_BROWSER' };
  }
  // Chromium's sandbox refuses to run as root, and the verification never runs a browser without the sandbox.
  return platform === 'linux' && process.getuid?.() === 0
    ? { ok: false, sentence: "The browser doesn't run as root. Run verify as another user" }
    : { ok: true, program };
}

import path from 'node:path';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { withDisplay } from '#test/fixtures/system/virtual-display.ts';
import type { BenchmarkRow, BenchmarkRun } from '../benchmark.ts';
import { snapshotFolder } from '../build-snapshot.ts';
import { withScratchFolder } from './scratch-folder.ts';
import { type OpenedWindow, openWatched, type Program } from './watched-process.ts';

/** The console's beacons: a link of its navigation, and a row that shows an id. */
const consoleBeacons = {
  shell: { selector: 'nav a' },
  row: { selector: 'table[aria-label="Migrations"] tbody tr', text: '[0-9a-f]{8}' },
} as const;

const bareBeacons = { shell: { selector: 'h1' } } as const;

/** An app that is only one static window. */
const bareWindow = path.join(import.meta.dirname, '..', 'bare-window');

/** The console, and a bare window of the same Electron. */
export interface MeasuredElectron {
  readonly name: string;
  readonly openConsole: () => Promise<OpenedWindow<'shell' | 'row'>>;
  /** The control uses profile 2, so that both profiles are equally warm. */
  readonly openBare: (profile: 1 | 2) => Promise<OpenedWindow<'shell'>>;
}

/**
 * Measures the built console, or the run's installed one, in the test Electron, with warm profiles in a temporary
 * folder. Rejects if Electron is unavailable.
 */
export const inElectron = (
  { installed }: BenchmarkRun,
  measure: (electron: MeasuredElectron) => Promise<BenchmarkRow[]>,
): Promise<BenchmarkRow[]> =>
  withDisplay(() =>
    withScratchFolder(async (folder) => {
      const { executable, distPath, label } = await resolveTestElectron();
      // Chromium's sandbox refuses root, so both sides of a comparison run without it for root.
      const flags = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--remote-debugging-port=0'];
      const programOf = (app: string, profile: string): Program => ({
        command: executable,
        args: [...flags, app, '--user-data', path.join(folder, profile)],
        env: { ELECTRON_OVERRIDE_DIST_PATH: distPath },
      });
      const theConsole =
        installed === undefined
          ? programOf(snapshotFolder, 'console')
          : { command: installed, args: [...flags, '--user-data', path.join(folder, 'console')] };
      return measure({
        name: installed === undefined ? label : `installed, ${label}`,
        openConsole: () => openWatched(theConsole, consoleBeacons),
        openBare: (profile) => openWatched(programOf(bareWindow, `bare-${profile}`), bareBeacons),
      });
    }),
  );

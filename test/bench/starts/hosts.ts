import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writeStartPage } from '#main/hosts/browser/entrance.ts';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { startUntilReady } from '#test/fixtures/system/ready-line.ts';
import { builtProgram, snapshotFolder } from '../build-snapshot.ts';
import { chromiumProgram } from './chromium-start.ts';
import { bareBeacons, consoleBeacons } from './console-beacons.ts';
import { bareWindow, electronProgram, noSandboxAsRoot } from './electron-start.ts';
import type { Beacons } from './page-beacons.ts';
import { type Program, startWatched } from './watched-process.ts';

const bareServers = path.join(import.meta.dirname, '..', 'servers');

/** An opened window: milliseconds from the first spawn to each part, and its process trees. */
export interface OpenedWindow {
  readonly shell: number;
  /** Time to the first data row; for a bare window the same as `shell`. */
  readonly row: number;
  /** The root processes of the trees. */
  readonly pids: readonly number[];
  readonly stop: () => Promise<void>;
}

/** A host of the console, and a bare window of the same runtime. */
export interface MeasuredHost {
  readonly name: string;
  readonly openConsole: () => Promise<OpenedWindow>;
  /** The control uses profile 2, so that both profiles are equally warm. */
  readonly openBare: (profile: 1 | 2) => Promise<OpenedWindow>;
}

interface ElectronConsole {
  readonly name: string;
  readonly program: () => Promise<Program>;
}

/** Compares a console with a bare window of the test Electron. */
const againstBareElectron = (folder: string, { name, program }: ElectronConsole): MeasuredHost => ({
  name,
  openConsole: async () => {
    const started = await startWatched(await program(), consoleBeacons);
    return { ...(await shown(started)), pids: [started.pid], stop: started.stop };
  },
  openBare: async (profile) => {
    const bare = await electronProgram(bareWindow, path.join(folder, `electron-bare-${profile}`));
    const started = await startWatched(bare, bareBeacons);
    const { shell } = await shown(started);
    return { shell, row: shell, pids: [started.pid], stop: started.stop };
  },
});

/** The built console against a bare window, both in the test Electron. */
export async function electronHost(folder: string): Promise<MeasuredHost> {
  const program = () => electronProgram(snapshotFolder, path.join(folder, 'electron-console'));
  return againstBareElectron(folder, { name: (await program()).label, program });
}

/** An installed console, packed by a test build, against a bare window of the same Electron. */
export async function installedHost(folder: string, command: string): Promise<MeasuredHost> {
  const { label } = await resolveTestElectron();
  const flags = [...noSandboxAsRoot(), '--remote-debugging-port=0', '--user-data', path.join(folder, 'installed')];
  const program = async () => ({ command, args: flags });
  return againstBareElectron(folder, { name: `installed, ${label}`, program });
}

/** Waits for the window's beacons. If they don't appear, stops the window and rejects. */
async function shown<Times>(started: { painted: Promise<Times>; stop: () => Promise<void> }): Promise<Times> {
  try {
    return await started.painted;
  } catch (error) {
    await started.stop();
    throw error;
  }
}

/** Starts a page server and a Chromium on its URL. Times count from the first of the two starts. */
async function openServed<Wanted extends Beacons>(
  folder: string,
  profile: string,
  args: readonly string[],
  wanted: Wanted,
) {
  const from = performance.timeOrigin + performance.now();
  const server = await startUntilReady<{ url: string; pid: number }>(process.execPath, args);
  // Like the console, hides the URL in a file: all users of the machine can read a browser's arguments.
  const startPage = writeStartPage([folder], server.ready.url);
  try {
    const started = await startWatched(chromiumProgram(startPage.file, path.join(folder, profile)), wanted);
    const painted = await shown(started).finally(startPage.remove);
    return {
      painted,
      before: started.startedAt - from,
      pids: [server.ready.pid, started.pid],
      stop: async () => {
        await started.stop();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The browser host with a Chromium, against the same Chromium on a bare server's static page. */
export async function browserHost(folder: string): Promise<MeasuredHost> {
  const userData = path.join(folder, 'browser-console');
  await mkdir(userData, { recursive: true });
  const args = [builtProgram('browser-host', 'main.mjs'), '--no-open', '--user-data', userData];
  const staticPage = [path.join(bareServers, 'static-page.ts'), path.join(bareWindow, 'index.html')];
  return {
    name: 'browser host',
    openConsole: async () => {
      const { painted, before, ...opened } = await openServed(folder, 'chromium-console', args, consoleBeacons);
      return { shell: before + painted.shell, row: before + painted.row, ...opened };
    },
    openBare: async (profile) => {
      const { painted, before, ...opened } = await openServed(
        folder,
        `chromium-bare-${profile}`,
        staticPage,
        bareBeacons,
      );
      return { shell: before + painted.shell, row: before + painted.shell, ...opened };
    },
  };
}

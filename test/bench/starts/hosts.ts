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

/** A window that was opened: how long its parts took from the first spawn, in milliseconds, and its process trees. */
export interface OpenedWindow {
  readonly shell: number;
  /** First data row; of a bare window the same as `shell`. */
  readonly row: number;
  /** Roots of all processes that it needs. */
  readonly pids: readonly number[];
  readonly stop: () => Promise<void>;
}

/** One host of the console, and the bare window of the same runtime. */
export interface MeasuredHost {
  readonly name: string;
  readonly openConsole: () => Promise<OpenedWindow>;
  /** `profile` 1 or 2: the control has its own, so that both are equally warm. */
  readonly openBare: (profile: 1 | 2) => Promise<OpenedWindow>;
}

/** A console in Electron, and how it is started. */
interface ElectronConsole {
  readonly name: string;
  readonly program: () => Promise<Program>;
}

/** A console against a bare window of the Electron of the tests. */
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

/** The built console in Electron against a bare window of the same Electron. */
export async function electronHost(folder: string): Promise<MeasuredHost> {
  const program = () => electronProgram(snapshotFolder, path.join(folder, 'electron-console'));
  return againstBareElectron(folder, { name: (await program()).label, program });
}

/** An installed console by its command, which a test build packs, against a bare window of the same Electron. */
export async function installedHost(folder: string, command: string): Promise<MeasuredHost> {
  const { label } = await resolveTestElectron();
  const flags = [...noSandboxAsRoot(), '--remote-debugging-port=0', '--user-data', path.join(folder, 'installed')];
  const program = async () => ({ command, args: flags });
  return againstBareElectron(folder, { name: `installed, ${label}`, program });
}

/** A window that does not show what it should is ended before the benchmark gives up. */
async function shown<Times>(started: { painted: Promise<Times>; stop: () => Promise<void> }): Promise<Times> {
  try {
    return await started.painted;
  } catch (error) {
    await started.stop();
    throw error;
  }
}

/** A program that serves pages, and a Chromium on the page that it tells of: their two starts count as one. */
async function openServed<Wanted extends Beacons>(
  folder: string,
  profile: string,
  args: readonly string[],
  wanted: Wanted,
) {
  const from = performance.timeOrigin + performance.now();
  const server = await startUntilReady<{ url: string; pid: number }>(process.execPath, args);
  // As the console hands it on: everybody on the computer can read the arguments of a browser.
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

/** The browser host with a Chromium started for it, against the same Chromium on a static page of a bare server. */
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

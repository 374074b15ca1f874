import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { writeStartPage } from '#main/hosts/browser/entrance.ts';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { startUntilReady } from '#test/fixtures/system/ready-line.ts';
import { builtProgram, snapshotFolder } from '../build-snapshot.ts';
import { chromiumProgram } from './chromium-start.ts';
import { bareBeacons, consoleBeacons } from './console-beacons.ts';
import { bareWindow, electronProgram, noSandboxAsRoot } from './electron-start.ts';
import { electronMainTime, installedMainTime, nodeMainTime } from './main-marks.ts';
import { type Program, startWatched } from './watched-process.ts';

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
  /** Milliseconds of the trusted process's own program before a window can load. */
  readonly mainTime: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Consoles in Electron differ in how they are started, and in how their marks are got at. */
interface ElectronConsole {
  readonly name: string;
  readonly program: () => Promise<Program>;
  readonly mainTime: (program: Program) => Promise<number>;
}

/** A console against a bare window of the Electron of the tests. */
const againstBareElectron = (folder: string, { name, program, mainTime }: ElectronConsole): MeasuredHost => ({
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
  mainTime: async () => mainTime(await program()),
  close: async () => undefined,
});

/** The built console in Electron against a bare window of the same Electron. */
export async function electronHost(folder: string): Promise<MeasuredHost> {
  const program = () => electronProgram(snapshotFolder, path.join(folder, 'electron-console'));
  return againstBareElectron(folder, { name: (await program()).label, program, mainTime: electronMainTime });
}

/** An installed console by its command, which a test build packs, against a bare window of the same Electron. */
export async function installedHost(folder: string, command: string): Promise<MeasuredHost> {
  const { label } = await resolveTestElectron();
  const flags = [...noSandboxAsRoot(), '--remote-debugging-port=0', '--user-data', path.join(folder, 'installed')];
  const program = async () => ({ command, args: flags });
  return againstBareElectron(folder, { name: `installed, ${label}`, program, mainTime: installedMainTime });
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

/** The browser host with a Chromium started for it, against the same Chromium on a static page. */
export async function browserHost(folder: string): Promise<MeasuredHost> {
  const page = await readFile(path.join(bareWindow, 'index.html'));
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const staticPage = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const userData = path.join(folder, 'browser-console');
  await mkdir(userData, { recursive: true });
  const args = [builtProgram('browser-host', 'main.mjs'), '--no-open', '--user-data', userData];
  return {
    name: 'browser host',
    openConsole: async () => {
      const from = performance.timeOrigin + performance.now();
      const host = await startUntilReady<{ url: string; pid: number }>(process.execPath, args);
      // As the console hands it on: everybody on the computer can read the arguments of a browser.
      const startPage = writeStartPage([folder], host.ready.url);
      try {
        const profile = path.join(folder, 'chromium-console');
        const started = await startWatched(chromiumProgram(startPage.file, profile), consoleBeacons);
        const { shell, row } = await shown(started).finally(startPage.remove);
        const before = started.startedAt - from;
        return {
          shell: before + shell,
          row: before + row,
          pids: [host.ready.pid, started.pid],
          stop: async () => {
            await started.stop();
            await host.stop();
          },
        };
      } catch (error) {
        await host.stop();
        throw error;
      }
    },
    openBare: async (profile) => {
      const program = chromiumProgram(staticPage, path.join(folder, `chromium-bare-${profile}`));
      const started = await startWatched(program, bareBeacons);
      const { shell } = await shown(started);
      return { shell, row: shell, pids: [started.pid], stop: started.stop };
    },
    mainTime: () => nodeMainTime({ command: process.execPath, args }),
    close: async () => void server.close(),
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { visibleText } from '#shared/visible-text.ts';
import { killGroup } from '../base/kill-group.ts';
import { projectRoot } from '../base/project-root.ts';

/** Matches Chromium's log lines for its developers: `[1234:0101/120000.000000:ERROR:file.cc(1)] text`. */
const chromiumNoise = /^\[\d+:\d+\/[\d.]+:[A-Z]+\d*:|^\s*$/;

/** Whether this line of Electron's standard error is useless to users. */
export const isNoise = (line: string): boolean => chromiumNoise.test(line);

/** Returns a part of a sentence that says why Electron exited before its window opened. */
export function electronExitReason(output: string, code: number | null, signal: NodeJS.Signals | null): string {
  if (/sandbox/i.test(output))
    return "Electron exited before its window opened, because the system doesn't allow its sandbox";
  if (/missing x server|cannot open display|ozone_platform/i.test(output)) {
    return "Electron exited before its window opened, because the display isn't responding";
  }
  const library = /error while loading shared libraries: (\S+):/.exec(output)?.[1];
  if (library) return `Electron needs the system library ${library}`;
  return `Electron exited before its window opened (${signal ?? `code ${code}`})`;
}

/** If the window hasn't opened after this time, in ms, the start has failed. */
const windowLimitMs = 20_000;
/** Ms for a clean exit before the processes are killed. */
const stopLimitMs = 5_000;
/** Exit codes of a console without a window: 0 if already open, 2 if its folder is unusable. */
const ferryExitCodes = [0, 2];
const lastLineMs = 300;
const maxOutputCharacters = 64 * 1024;

/** The console ran in Electron and exited with `code`, or its window never opened. `reason` is part of a sentence. */
type ElectronEnd =
  | { readonly opened: true; readonly code: number }
  | { readonly opened: false; readonly reason: string };

interface ElectronRun {
  readonly executable: string;
  readonly args: readonly string[];
  /** Called once, when the window appears. */
  readonly onWindow: () => void;
  readonly windowLimitMs?: number;
}

/** Runs the built console in Electron until its window closes or this process receives a signal. */
export async function runElectron({ executable, args, onWindow, ...limits }: ElectronRun): Promise<ElectronEnd> {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  const child = spawn(executable, [projectRoot, ...args], {
    env: { ...env, FERRY_REPORT_WINDOW: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32', // a separate process group, so that remaining processes can be killed together
  });
  let output = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    output = `${output}${line}\n`.slice(-maxOutputCharacters);
    if (!isNoise(line)) process.stderr.write(`${visibleText(line)}\n`);
  });
  const exitPromise = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  let isNotified = false;
  const stop = () => {
    isNotified = true;
    void endGroup(child, exitPromise);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    const reports = createInterface({ input: child.stdout });
    const report = <Window extends 'shown' | 'closed'>(window: Window): Promise<Window> =>
      new Promise((resolve) => {
        reports.on('line', (line) => void (windowReport(line) === window && resolve(window)));
      });
    const [shown, closed] = [report('shown'), report('closed')];
    const windowTimeout = wait(limits.windowLimitMs ?? windowLimitMs, 'late' as const, { ref: false });
    const firstOutcome = await Promise.race([shown, exitPromise, windowTimeout]);
    if (firstOutcome === 'late') {
      await endGroup(child, exitPromise);
      const seconds = (limits.windowLimitMs ?? windowLimitMs) / 1000;
      return { opened: false, reason: `Electron's window didn't open within ${seconds} seconds` };
    }
    if (firstOutcome !== 'shown') {
      if (isNotified) return { opened: true, code: 0 };
      if (ferryExitCodes.includes(firstOutcome.code ?? -1)) return { opened: true, code: firstOutcome.code ?? 0 };
      return { opened: false, reason: electronExitReason(output, firstOutcome.code, firstOutcome.signal) };
    }
    onWindow();
    const { code, signal } = await exitPromise;
    if (isNotified || code === 0) return { opened: true, code: 0 };
    // With a hanging keychain call, the console reports its end and then kills itself, so its last line may come late.
    const lastReport = await Promise.race([closed, wait(lastLineMs, null, { ref: false })]);
    if (lastReport === 'closed') return { opened: true, code: 0 };
    process.stderr.write(
      `The console ended unexpectedly (${signal ?? `code ${code}`}). Start it again with npm start.\n`,
    );
    return { opened: true, code: code ?? 1 };
  } finally {
    await endGroup(child, exitPromise);
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

const windowReport = (line: string): unknown => {
  try {
    return (JSON.parse(line) as { window?: unknown } | null)?.window;
  } catch {
    return undefined;
  }
};

/** Asks Electron to exit, waits, then kills the remaining processes of its group. */
async function endGroup(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await Promise.race([ended, wait(stopLimitMs, null, { ref: false })]);
  }
  killGroup(child, 'SIGKILL');
}

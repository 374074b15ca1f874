import path from 'node:path';
import { visibleText } from '../../src-shared/visible-text.ts';
import { decideHost, type HostChoice } from './decide-host.ts';
import { ensureBuild } from './ensure-build.ts';
import { getElectron } from './electron/find-electron.ts';
import { exitWithResult } from './base/launch-fault.ts';
import { projectRoot } from './base/project-root.ts';
import { runElectron } from './electron/run-electron.ts';

const say = (line: string): void => void process.stderr.write(`${visibleText(line)}\n`);

/** Opens the console in Electron if possible, else in the browser. Resolves with the exit code. */
async function start(args: readonly string[]): Promise<number> {
  await ensureBuild();
  let executable = '';
  const surroundings = { platform: process.platform, isRoot: process.getuid?.() === 0, env: process.env };
  let choice: HostChoice = await decideHost(surroundings, async () => {
    const electronResult = await getElectron();
    if (electronResult.there) executable = electronResult.runtime.executable;
    return electronResult;
  });
  if (choice.host === 'electron') {
    const onWindow = () => say('The console is open in its own window (Electron). Press Ctrl+C to stop it.');
    const end = await runElectron({ executable, args, onWindow });
    if (end.opened) return end.code;
    choice = { host: 'browser', reason: end.reason };
  }
  say(`The console opens in your browser, not in Electron: ${choice.reason}.`);
  // The host itself reads this process's arguments, opens the browser or prints the link, and handles signals.
  await import(path.join(projectRoot, 'out', 'browser-host', 'main.mjs'));
  return Number(process.exitCode ?? 0);
}

await exitWithResult(() => start(process.argv.slice(2)));

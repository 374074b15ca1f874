import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';

/** A program that creates packages, and the software to install if it is missing. */
interface Maker {
  readonly program: string;
  /** The package that the program creates, as part of a sentence. */
  readonly output: string;
  /** The software to install, as part of a sentence. */
  readonly install: string;
}

/** Returns the path of a program on the PATH, or null. */
export function onPath(program: string): string | null {
  const extensions = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    for (const ending of extensions) {
      const file = path.join(folder, program + ending);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // The program isn't in this folder.
      }
    }
  }
  return null;
}

/** Returns the program's path. If the program is missing, throws a `LaunchFault` that names the software to install. */
export function findMaker({ program, output, install }: Maker): string {
  const file = onPath(program);
  if (file === null) throw new LaunchFault(`${program}, which makes ${output}, is not installed. Install ${install}.`);
  return file;
}

/** Runs a program and waits for it. After a failure, throws a `LaunchFault` with its last output. */
export function run(file: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { status, signal, stdout, stderr, error } = spawnSync(file, [...args], {
    maxBuffer: 256 * 1024 * 1024,
    ...options,
    encoding: 'utf8',
  });
  if (status === 0) return stdout;
  const output = `${stdout ?? ''}\n${stderr ?? ''}`;
  if (/no space left on device/i.test(output)) throw new LaunchFault(noSpaceMessage(path.basename(file)));
  const lastLines = output.trim().split('\n').slice(-5).join('\n');
  throw new LaunchFault(
    `${path.basename(file)} failed (${error?.message ?? signal ?? `code ${status}`}). It says:\n${lastLines}`,
  );
}

export const noSpaceMessage = (who: string): string =>
  `The disk has no room left (${who}). Packing needs about 2 GB; what was half made is removed. Free some room and run the command again.`;

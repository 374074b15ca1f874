import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import path from 'node:path';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { onPath } from '#build/launch/base/on-path.ts';

/**
 * Returns the path of a program that creates packages. If the program is missing, throws a `LaunchFault`.
 * @param output the created package, as part of a sentence
 * @param install the software to install, as part of a sentence
 */
export function findMaker(program: string, output: string, install: string): string {
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

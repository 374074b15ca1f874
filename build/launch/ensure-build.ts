import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LockHeld, withLock } from './base/exclusive-lock.mjs';
import { LaunchFault } from './base/launch-fault.ts';
import { projectRoot } from './base/project-root.ts';

/** Makes the build. Resolves with its exit code and all that it said. */
export type RunBuild = (root: string) => Promise<{ readonly code: number | null; readonly output: string }>;

/**
 * The console with its service, then the SDK, which the service hands out, then the lab's page, which holds the SDK, and
 * the dashboard's page, which the service hands out, too.
 */
const commands = [
  ['node_modules/electron-vite/bin/electron-vite.js', 'build'],
  ['build/sdk/build-sdk.ts'],
  ['build/lab/build-lab.ts'],
  ['build/dashboard/build-dashboard.ts'],
] as const;

const runCommands: RunBuild = async (root) => {
  let output = '';
  for (const [program, ...args] of commands) {
    const child = spawn(process.execPath, [path.join(root, program), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) return { code, output };
  }
  return { code: 0, output };
};

/**
 * Builds `out/` and `dist/sdk/` when their sources have changed since, and says so in one line on standard error. Two at a time build
 * once. Rejects with a `LaunchFault` that carries the compiler's message.
 */
export async function ensureBuild(root = projectRoot, runBuild: RunBuild = runCommands): Promise<void> {
  const stamp = path.join(root, 'out', '.sources.sha256');
  if (readStamp(stamp) === sourceHash(root)) return;
  try {
    await withLock(path.join(root, '.cache', 'build.lock'), async () => {
      // Taken before the build, so that a change during it makes the next start build again.
      const hash = sourceHash(root);
      const built = readStamp(stamp);
      if (built === hash) return;
      mkdirSync(path.dirname(stamp), { recursive: true });
      process.stderr.write(built ? 'Building the console: its sources changed.\n' : 'Building the console.\n');
      rmSync(stamp, { force: true });
      const { code, output } = await runBuild(root);
      if (code !== 0) throw new LaunchFault(`The console could not be built. The compiler says:\n${output.trim()}`);
      writeFileSync(stamp, hash);
    });
  } catch (error) {
    if (error instanceof LockHeld) throw new LaunchFault(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EROFS') throw error;
    throw new LaunchFault(
      `The console is not built, or its sources changed, and ${root} cannot be written. Run "npm run build" there as the user who owns it.`,
    );
  }
}

/** The hash of the sources that `out/` was built from; null when there is no complete build. */
function readStamp(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** What the build is made of, from the root of the repository. */
const inputs = [
  'src-*/**/*',
  'build/{vite,sdk,lab,dashboard}/**/*',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
];
const isTest = (name: string): boolean => /\.(test|spec)\.tsx?$/.test(name);

/** A hash over names and contents of all that the build is made of; tests are no part of it. */
function sourceHash(root: string): string {
  const hash = createHash('sha256');
  const entries = globSync(inputs, { cwd: root, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    if (isTest(file)) continue;
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

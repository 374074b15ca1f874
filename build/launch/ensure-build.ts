import { createHash, hash as hashOnce } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LockHeld, withLock } from './base/exclusive-lock.mjs';
import { exitWithResult, LaunchFault } from './base/launch-fault.ts';
import { projectRoot } from './base/project-root.ts';
import { runCommand } from './base/run-command.ts';

/** A part of the build: its command and its source files. */
export interface BuildPart {
  readonly name: string;
  readonly command: readonly string[];
  readonly inputs: readonly string[];
  readonly output: string;
}

const packages = ['package.json', 'package-lock.json'];

const modalPage: BuildPart = {
  name: 'the modal page',
  command: ['build/sdk/build-modal-page.ts'],
  inputs: [
    'src-service/{modal-page,open-page}/page/**/*',
    'src-shared/**/*',
    'build/sdk/build-modal-page.ts',
    'build/vite/bundle-chunk.ts',
    ...packages,
  ],
  output: 'src-service/modal-page/page-assets.ts',
};

/** In build order, because the console's service contains the modal page, and the lab's page contains the SDK. */
const parts: readonly BuildPart[] = [
  modalPage,
  {
    name: 'the console',
    command: ['node_modules/electron-vite/bin/electron-vite.js', 'build'],
    inputs: [
      'src-{shared,service,main,data,preload,renderer,ui}/**/*',
      'build/vite/**/*',
      'build/sdk/build-modal-page.ts',
      'electron.vite.config.ts',
      'docs/user-guide.md',
      'docs/pictures/guide/*',
      'docs/examples/link-token/*',
      'docs/examples/webhooks/*',
      ...packages,
    ],
    output: 'out/main',
  },
  {
    name: 'the SDK',
    command: ['build/sdk/build-sdk.ts'],
    inputs: ['src-{sdk,shared}/**/*', 'build/sdk/*', ...packages],
    output: 'dist/sdk',
  },
  {
    name: 'the lab',
    command: ['build/lab/build-lab.ts'],
    inputs: ['src-main/console/modal-lab/**/*', 'src-{sdk,shared}/**/*', 'build/{lab,sdk}/*', ...packages],
    output: 'out/lab',
  },
  {
    name: 'the dashboard',
    command: ['build/dashboard/build-dashboard.ts'],
    inputs: ['src-{dashboard,shared,ui}/**/*', 'build/{dashboard,vite}/**/*', ...packages],
    output: 'dist/dashboard',
  },
  {
    name: 'the documentation',
    command: ['build/docs/build-site.ts'],
    inputs: [
      'docs/*',
      'docs/pictures/**/*',
      '*.md',
      'src-{service/{docs-site,openapi},shared}/**/*',
      'build/{docs,vite}/**/*',
      ...packages,
    ],
    output: 'dist/docs',
  },
];

/** Builds one part. Resolves with its exit code and complete output. */
export type RunBuild = (
  part: BuildPart,
  root: string,
) => Promise<{ readonly code: number | null; readonly output: string }>;

const runPart: RunBuild = async ({ command: [program = '', ...args] }, root) => {
  const lines: string[] = [];
  const code = await runCommand([process.execPath, path.join(root, program), ...args], (line) => lines.push(line));
  return { code, output: lines.join('\n') };
};

/** Commands that fix a failed build, unless the source code has errors. */
const repairCommand = 'npm ci --ignore-scripts && npm run build';

/**
 * Builds the parts whose sources have changed, and lists them on standard error in one line. Of two concurrent
 * processes, only one builds. Rejects with a `LaunchFault` that contains the compiler's message.
 */
export async function ensureBuild(root = projectRoot, runBuild: RunBuild = runPart, wanted = parts): Promise<void> {
  const stampFile = path.join(root, 'out', '.sources.json');
  if (staleParts(wanted, root, readStamps(stampFile)).length === 0) return;
  try {
    await withLock(path.join(root, '.cache', 'build.lock'), async () => {
      const stamps = readStamps(stampFile);
      // Hashes the sources before the build, so that sources that change during it are built again at the next start.
      const stale = staleParts(wanted, root, stamps);
      if (stale.length === 0) return;
      mkdirSync(path.dirname(stampFile), { recursive: true });
      const names = new Intl.ListFormat('en').format(stale.map(({ part }) => part.name));
      const reason = stale.some(({ part }) => stamps[part.name]) ? ': the sources changed' : '';
      process.stderr.write(`Building ${names}${reason}.\n`);
      for (const { part, hash } of stale) {
        stamps[part.name] = '';
        writeFileSync(stampFile, JSON.stringify(stamps));
        const { code, output } = await runBuild(part, root);
        if (code !== 0) {
          throw new LaunchFault(
            `Building ${part.name} failed. Output of the compiler:\n${output.trim()}\n` +
              `If you didn't change the sources, run this: ${repairCommand}`,
          );
        }
        stamps[part.name] = hash;
        writeFileSync(stampFile, JSON.stringify(stamps));
      }
    });
  } catch (error) {
    if (error instanceof LockHeld) throw new LaunchFault(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EROFS') throw error;
    throw new LaunchFault(
      `The build is missing or out of date, and you can't write to ${root}. Run this there as the folder's owner: npm run build`,
    );
  }
}

/** Builds only the module that the service's sources import, for checks and tests that need no other part. */
export const ensureModalPage = (): Promise<void> => ensureBuild(projectRoot, runPart, [modalPage]);

/** Returns the source hash of each built part. */
function readStamps(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

const isSource = (name: string): boolean =>
  !/\.(test|spec)\.tsx?$/.test(name) && name !== path.basename(modalPage.output);

/** Returns the outdated parts with the hash of their current sources. Ignores tests and built files. */
function staleParts(wanted: readonly BuildPart[], root: string, stamps: Readonly<Record<string, string>>) {
  const hashes = new Map<string, string>();
  const hashOf = (file: string): string => {
    const hash = hashes.get(file) ?? hashOnce('sha256', readFileSync(path.join(root, file)));
    hashes.set(file, hash);
    return hash;
  };
  return wanted.flatMap((part) => {
    const hash = createHash('sha256');
    const entries = globSync(part.inputs, { cwd: root, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && isSource(entry.name));
    for (const file of files.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))).toSorted()) {
      hash.update(`${file}\0${hashOf(file)}\0`);
    }
    const digest = hash.digest('hex');
    return stamps[part.name] === digest && existsSync(path.join(root, part.output)) ? [] : [{ part, hash: digest }];
  });
}

if (import.meta.main) {
  await exitWithResult(async () => {
    await ensureBuild();
    return 0;
  });
}

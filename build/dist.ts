import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { wantedElectron } from '#build/launch/electron/find-electron.ts';
import { failureCode, exitWithResult, LaunchFault, readFlags, UsageFault } from '#build/launch/base/launch-fault.ts';
import { onPath } from '#build/launch/base/on-path.ts';
import { withLock } from '#build/launch/base/exclusive-lock.mjs';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { signatureEnding, statementEnding } from '../docs/examples/verify-package/ferry-verify-package.mjs';
import { zipFiles } from './package/archives.ts';
import { labelBuild } from './package/build-label.ts';
import { writeDebianRepository } from './package/debian-repository.ts';
import { makeLinuxPackages } from './package/linux/linux-packages.ts';
import { makeMacPackages } from './package/mac/mac-packages.ts';
import { makeNpmPackages } from './sdk/npm-packages.ts';
import { manifestsOf } from './package/manifests/manifests-of.ts';
import { noSpaceMessage } from './package/package-fault.ts';
import type { PackageResult, PackageJob } from './package/package-job.ts';
import { finishPackage, packagesFolder } from './package/package-output.ts';
import { policyFiles } from './package/policies/write-policies.ts';
import { makePortablePackages } from './package/portable/portable-packages.ts';
import { product, serviceProduct, verifyPackageCommand } from './package/product.ts';
import { cleanCommit, provenanceOf, signingProblem } from './package/provenance.ts';
import { publishPackages, readSigningKey, type SigningKey } from './package/publish-packages.ts';
import { sourceDate } from './package/source-date.ts';
import { makeWindowsPackages } from './package/windows/windows-packages.ts';

const systems: Readonly<Record<string, (job: PackageJob) => AsyncGenerator<PackageResult>>> = {
  linux: makeLinuxPackages,
  mac: makeMacPackages,
  packages: makeNpmPackages,
  portable: makePortablePackages,
  async *service(job) {
    // Loaded late, because it imports the service's program, which needs the built modal page.
    const { makeServicePackages } = await import('./package/service/service-packages.ts');
    yield* makeServicePackages(job);
  },
  win: makeWindowsPackages,
};

/** Packages without Electron. */
const withoutElectron = ['packages', 'portable', 'service'];

const usage = `npm run dist:linux (dist:win, dist:mac, dist:portable, dist:service, dist:packages) -- [flags]
--only LIST           formats to make, by the ending of their files: deb,rpm
--runtimes DIR        folder of published Electron zips, for builds without a download
--test-runtime        pack the Electron of the tests; version and file names say "test"
--test-version X.Y.Z  another version number for a test build, to try an upgrade
FERRY_APT_KEY names the file with the OpenPGP secret key that signs the Debian repository.
FERRY_SIGNING_KEY names the file with the secret key that signs. Without it, file names say "unsigned", except those of npm and Python packages.`;

const refuse = (sentence: string): never => {
  throw new UsageFault(sentence, usage);
};

interface Run {
  readonly system: string;
  readonly job: PackageJob;
  readonly key: SigningKey | null;
  /** Commit of the sources. Null without Git or with uncommitted changes. */
  readonly commit: string | null;
  /** Repeats the run. Leaves out `--runtimes`, because that folder exists only on this device. */
  readonly command: readonly string[];
}

function readRun(): Run {
  const options = {
    only: { type: 'string' },
    runtimes: { type: 'string' },
    'test-runtime': { type: 'boolean' },
    'test-version': { type: 'string' },
  } as const;
  const { values, positionals } = readFlags({ allowPositionals: true, options }, usage);
  const [system = ''] = positionals;
  if (!systems[system] || positionals.length !== 1) refuse(`There is no system ${system || '(none was named)'}.`);
  const testRuntime = values['test-runtime'] ?? false;
  const testVersion = values['test-version'];
  if (testVersion !== undefined && !testRuntime) refuse('--test-version is for builds with --test-runtime only.');
  if (testVersion !== undefined && !/^\d+\.\d+\.\d+$/.test(testVersion)) refuse(`${testVersion} is no version: 1.2.3.`);
  const passed = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'package/passed-electrons.json'), 'utf8'),
  ) as string[];
  const label = labelBuild({
    version: testVersion ?? product.version,
    testRuntime,
    electron: withoutElectron.includes(system) ? null : wantedElectron(),
    passed,
  });
  const keyFile = process.env['FERRY_SIGNING_KEY'];
  const key = keyFile ? readSigningKey(keyFile) : null;
  const commit = cleanCommit();
  if (key && commit === null)
    throw new LaunchFault('Only a commit can be signed, and this folder has other changes. Commit or remove them.');
  const only = values.only?.split(',');
  const mark = key ? '' : '-unsigned';
  const job = { label, runtimes: values.runtimes, sourceDate: sourceDate(), only, mark };
  const { runtimes: _folder, ...flags } = values;
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, ...(value === true ? [] : [`${value}`])]);
  const command = ['npm', 'run', `dist:${system}`, ...(args.length > 0 ? ['--', ...args] : [])];
  return { system, job, key, commit, command };
}

/** Makes the packages of a system, and for the console manifests of package managers and its management files. */
async function* makeSystemPackages(system: string, job: PackageJob): AsyncGenerator<PackageResult> {
  const names: string[] = [];
  for await (const result of systems[system]?.(job) ?? []) {
    if ('file' in result) names.push(path.basename(result.file));
    yield result;
  }
  const { program, source } = verifyPackageCommand;
  yield await finishPackage(program, (file) => cpSync(source, file));
  const finishZip = (name: string, files: Readonly<Record<string, string>>) => {
    const zipName = `${product.id}-${job.label.version}-${name}${job.mark}.zip`;
    return finishPackage(zipName, (file) => zipFiles(file, name, files, job.sourceDate));
  };
  const manifests = manifestsOf(job, packagesFolder, names);
  if (Object.keys(manifests).length > 0) yield await finishZip(`${system}-manifests`, manifests);
  if (system === 'service' || system === 'packages' || job.only !== undefined) return;
  yield await finishZip('policies', policyFiles());
}

/** Writes a provenance statement for the files of this run. Signs all of them if there is a key. */
function publish({ system, job, key, commit, command }: Run, names: readonly string[]): void {
  const { label, only = [], sourceDate: date } = job;
  const statement = `${['ferry', system, ...only, label.version].join('-')}${job.mark}${statementEnding}`;
  mkdirSync(packagesFolder, { recursive: true });
  const provenance = provenanceOf(packagesFolder, names, { command, sourceDate: date }, commit);
  writeFileSync(path.join(packagesFolder, statement), `${JSON.stringify(provenance, null, 2)}\n`);
  publishPackages({ folder: packagesFolder, names: [...names, statement], key, sourceDate: date });
  process.stdout.write(key ? `Signed. The public key is ${key.publicKey}.\n` : 'Not signed.\n');
}

/** Writes the Debian repository of all debs with the mark of this run. Only that of a test build has test builds. */
function writeAptFolder(job: PackageJob): void {
  if (onPath('dpkg-deb') === null) return;
  const isTest = job.label.kind === 'test';
  const names = readdirSync(packagesFolder).filter(
    (name) =>
      /^[^.].*\.deb$/.test(name) &&
      name.includes('-test-') === isTest &&
      name.includes('-unsigned') === (job.mark !== ''),
  );
  const debs = names.map((name) => path.join(packagesFolder, name));
  const folder = path.join(path.dirname(packagesFolder), 'apt');
  const keyFile = process.env['FERRY_APT_KEY'];
  writeDebianRepository({ folder, debs, sourceDate: job.sourceDate, keyFile });
  process.stdout.write(
    `${path.relative(projectRoot, folder)}  the Debian repository of ${debs.length} packages${keyFile ? '' : ', unsigned'}\n`,
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Creates the packages of a system, and prints the size and duration of each. */
async function makePackages(): Promise<number> {
  const run = readRun();
  const { system, job, key, commit } = run;
  await ensureBuild();
  const kind = job.label.kind === 'release' ? 'a release' : `a ${job.label.kind} build`;
  const name = system === 'packages' ? 'npm packages' : (system === 'service' ? serviceProduct : product).name;
  process.stdout.write(`${name} ${job.label.version}, ${kind}.\n`);
  // Only one run at a time, because runs share a working folder.
  return withLock(path.join(projectRoot, '.cache', 'package.lock'), async () => {
    let problems = 0;
    const names: string[] = [];
    try {
      for await (const outcome of makeSystemPackages(system, job)) {
        if ('problem' in outcome) {
          problems += 1;
          process.stderr.write(`${outcome.name} was not created: ${outcome.problem}\n`);
        } else {
          names.push(path.basename(outcome.file));
          const file = path.relative(projectRoot, outcome.file);
          process.stdout.write(`${file}  ${megabytes(outcome.bytes)}  ${outcome.seconds.toFixed(1)} s\n`);
        }
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new LaunchFault(noSpaceMessage('packing'));
      throw error;
    }
    const reason = key && signingProblem(commit, problems);
    if (reason) {
      // Signatures of an earlier run don't match the new files.
      for (const file of names) rmSync(path.join(packagesFolder, file + signatureEnding), { force: true });
      throw new LaunchFault(`Nothing was signed, because ${reason}.`);
    }
    publish({ ...run, commit: cleanCommit() === commit ? commit : null }, names);
    if (names.some((file) => file.endsWith('.deb'))) writeAptFolder(job);
    return problems === 0 ? 0 : failureCode;
  });
}

await exitWithResult(makePackages);

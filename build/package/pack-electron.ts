import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { flipFuses, type FuseV1Config, FuseV1Options, FuseVersion } from '@electron/fuses';
import { packager } from '@electron/packager';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { wantedElectron } from '#build/launch/electron/find-electron.ts';
import { type Fuse, readFuses } from '#main/hosts/electron/read-fuses.ts';
import type { BuildKind } from './build-label.ts';
import type { PackageJob } from './package-job.ts';
import { writePapers } from './papers.ts';
import { product } from './product.ts';
import { releaseRuntime } from './release-runtime.ts';
import { readRuntimeVersions } from './runtime-parts.ts';
import { copiedPackages, partsOf, setModes, stageConsole } from './stage-console.ts';
import { stageTestParts, testUnpacked } from './stage-test-parts.ts';
import { executableOn, type Target, targetName } from './targets.ts';
import { testRuntime } from './test-runtime-zip.ts';

/** The only fuse that differs in a test build. */
const inspectFuse = 'EnableNodeCliInspectArguments';

/** Returns the app of a packed console on macOS, else its executable. */
const packedApp = (folder: string, target: Target): string =>
  path.join(folder, target.platform === 'darwin' ? `${product.name}.app` : executableOn(target, product.id));

/** Returns the file of a packed console that contains the fuses. */
const fuseFile = (folder: string, target: Target): string => {
  const app = packedApp(folder, target);
  return target.platform === 'darwin'
    ? path.join(app, 'Contents/Frameworks/Electron Framework.framework/Electron Framework')
    : app;
};

/**
 * Sets every fuse of the runtime and reads the fuses back from the file. A test build differs in one fuse: it allows
 * debugging, because the tests control the console through the debugger.
 */
async function setFuses(folder: string, target: Target, kind: BuildKind): Promise<readonly Fuse[]> {
  const currentFuses = await readFuses(fuseFile(folder, target));
  if (!currentFuses) throw new LaunchFault('The packed program has no fuses, so its runtime is incomplete.');
  // The tests' older runtime lacks the newest fuses. The product's own runtime must have all fuses.
  const knownFuses = currentFuses.filter(({ state }) => kind !== 'test' || state !== 'unknown');
  const config = Object.fromEntries(
    knownFuses.map(({ name, wanted }) => [
      FuseV1Options[name],
      wanted === 'on' || (kind === 'test' && name === inspectFuse),
    ]),
  ) as Record<FuseV1Options, boolean>;
  await flipFuses(packedApp(folder, target), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: kind !== 'test',
    resetAdHocDarwinSignature: target.platform === 'darwin' && process.platform === 'darwin',
    ...config,
  } as FuseV1Config);
  const fuses = (await readFuses(fuseFile(folder, target))) ?? [];
  const wrongFuses = fuses.filter(({ name, state, wanted }) => {
    if (kind === 'test' && (name === inspectFuse || state === 'unknown')) return false;
    return state !== wanted && state !== 'removed';
  });
  if (wrongFuses.length === 0) return fuses;
  const list = wrongFuses.map(({ name, state, wanted }) => `${name} is ${state}, not ${wanted}`).join('; ');
  throw new LaunchFault(`The packed program has wrong fuses: ${list}.`);
}

const icons = path.join(projectRoot, 'build', 'icons');

interface PackOptions extends Omit<PackageJob, 'only' | 'mark'> {
  readonly target: Target;
  /** Parent of the temporary working folder. */
  readonly workFolder: string;
}

/**
 * Creates the folder for every Electron package of a target: the verified runtime, the console in an asar archive,
 * license files, and verified fuses. Resolves with the folder. Rejects with a `LaunchFault`.
 */
export async function packElectron(options: PackOptions): Promise<string> {
  const { target, label, workFolder } = options;
  const isTest = label.kind === 'test';
  const version = wantedElectron();
  if (version === null) throw new LaunchFault('The package electron is not installed. Run npm install.');
  const zip = isTest ? await testRuntime(version, target) : await releaseRuntime(version, target, options.runtimes);
  const stage = path.join(workFolder, 'stage');
  stageConsole('electron', target, label, stage);
  if (isTest) await stageTestParts(target, stage);
  setModes(stage);
  // File names only, because a pattern with folders matches nothing if the name of a parent folder starts with a dot.
  const unpacked = ['*.node', ...(isTest ? testUnpacked : [])];
  const [created = ''] = await packager({
    dir: stage,
    out: path.join(workFolder, 'packed'),
    overwrite: true,
    quiet: true,
    platform: target.platform,
    arch: target.arch,
    electronVersion: version,
    electronZipDir: path.dirname(zip),
    tmpdir: path.join(workFolder, 'tmp'),
    name: product.name,
    executableName: target.platform === 'darwin' ? product.name : product.id,
    asar: { unpack: `{${unpacked.join(',')}}` },
    prune: false,
    appVersion: label.version,
    appCopyright: product.copyright,
    appBundleId: product.applicationId,
    appCategoryType: 'public.app-category.developer-tools',
    protocols: [{ name: product.name, schemes: [product.linkScheme] }],
    icon: path.join(icons, target.platform === 'darwin' ? 'ferry.icns' : 'ferry.ico'),
    win32metadata: {
      CompanyName: product.vendor,
      FileDescription: product.name,
      ProductName: product.name,
      InternalName: product.id,
      OriginalFilename: `${product.id}.exe`,
    },
  });
  const fuses = await setFuses(created, target, label.kind);
  const program = fuseFile(created, target);
  const { electron } = readRuntimeVersions(program);
  if (!isTest && electron !== version) {
    throw new LaunchFault(`The runtime inside ${zip} is Electron ${electron}, not ${version}.`);
  }
  const packages = { parts: partsOf('electron'), copied: [...copiedPackages, ...(isTest ? testPackages : [])] };
  const { sourceDate } = options;
  writePapers({ product, folder: papersFolder(created, target), label, program, packages, sourceDate });
  writeFileSync(path.join(workFolder, 'fuses.json'), `${JSON.stringify(fuses, null, 2)}\n`);
  setModes(created);
  const sandbox = path.join(created, 'chrome-sandbox');
  if (target.platform === 'linux' && !existsSync(sandbox)) {
    throw new LaunchFault(`The runtime ${zip} has no chrome-sandbox, which every Linux package needs.`);
  }
  return created;
}

/** Additional packages in a test build. */
const testPackages = ['node_modules/core-js', 'node_modules/undici5'];

const papersFolder = (created: string, { platform }: Target): string =>
  platform === 'darwin' ? path.join(created, `${product.name}.app/Contents/Resources`) : created;

/** Creates an empty working folder for a target. */
export function freshWorkFolder(target: Target, name: string): string {
  const folder = path.join(projectRoot, '.cache', 'package', `${name}-${targetName(target)}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

export const copyIcon = (name: string, to: string): void => cpSync(path.join(icons, name), to);

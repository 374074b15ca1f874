import path from 'node:path';
import { flipFuses, type FuseV1Config, FuseV1Options, FuseVersion } from '@electron/fuses';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { type Fuse, readFuses } from '#main/hosts/electron/read-fuses.ts';
import type { BuildKind } from './build-label.ts';
import { executableOn, type Target } from './targets.ts';
import { product } from './product.ts';

/** The only fuse that differs in a test build. */
const inspectFuse = 'EnableNodeCliInspectArguments';

/** Returns the file of a packed console that contains the fuses. */
export const fuseFile = (folder: string, target: Target): string =>
  target.platform === 'darwin'
    ? path.join(folder, `${product.name}.app/Contents/Frameworks/Electron Framework.framework/Electron Framework`)
    : path.join(folder, executableOn(target, product.id));

/**
 * Sets every fuse of the runtime and reads the fuses back from the file. A test build differs in one fuse: it allows
 * debugging, because the tests control the console through the debugger.
 */
export async function setFuses(folder: string, target: Target, kind: BuildKind): Promise<readonly Fuse[]> {
  const main =
    target.platform === 'darwin'
      ? path.join(folder, `${product.name}.app`)
      : path.join(folder, executableOn(target, product.id));
  const before = await readFuses(fuseFile(folder, target));
  if (!before) throw new LaunchFault('The packed program has no fuses, so its runtime is incomplete.');
  // The tests' older runtime lacks the newest fuses. The product's own runtime must have all fuses.
  const there = before.filter(({ state }) => kind !== 'test' || state !== 'unknown');
  const config = Object.fromEntries(
    there.map(({ name, wanted }) => [
      FuseV1Options[name],
      wanted === 'on' || (kind === 'test' && name === inspectFuse),
    ]),
  ) as Record<FuseV1Options, boolean>;
  await flipFuses(main, {
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
  throw new LaunchFault(`The fuses of the packed program do not stand as they should: ${list}.`);
}

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { onPath } from '#build/launch/base/on-path.ts';
import type { BuildLabel } from '../build-label.ts';
import { run } from '../package-fault.ts';
import type { Product } from '../product.ts';
import { nfpmVersion } from '../provenance.ts';

/** A file, folder or tree of a package, in nfpm's format. */
interface PackageEntry {
  readonly src?: string;
  readonly dst: string;
  readonly type?: 'dir' | 'tree' | 'symlink' | 'config|noreplace';
  readonly file_info?: { readonly mode: number; readonly owner?: string; readonly group?: string };
}

interface SystemPackage {
  readonly product: Product;
  readonly label: BuildLabel;
  readonly section: string;
  readonly depends: readonly string[];
  readonly contents: readonly PackageEntry[];
  /** Script files to run after installation, or before and after removal. */
  readonly scripts: Readonly<Partial<Record<'postinstall' | 'preremove' | 'postremove', string>>>;
  readonly workFolder: string;
  readonly sourceDate: number;
}

/** Returns nfpm from the PATH, or builds it once per user with Go. Throws a `LaunchFault` if both are missing. */
function findNfpm(): string {
  const systemNfpm = onPath('nfpm');
  if (systemNfpm !== null) return systemNfpm;
  const folder = path.join(
    process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'),
    'ferry',
    `nfpm-${nfpmVersion}`,
  );
  const cachedNfpm = path.join(folder, 'nfpm');
  if (existsSync(cachedNfpm)) return cachedNfpm;
  const go = onPath('go');
  if (go === null) {
    throw new LaunchFault(
      `nfpm, which makes deb and rpm packages, is not installed. Install it (2.43 or newer), or Go, which then builds it once.`,
    );
  }
  process.stderr.write(`Building nfpm ${nfpmVersion} with Go, once.\n`);
  mkdirSync(folder, { recursive: true });
  const partFolder = `${folder}.part`;
  run(go, ['install', `github.com/goreleaser/nfpm/v2/cmd/nfpm@v${nfpmVersion}`], {
    env: { ...process.env, GOBIN: partFolder, GOFLAGS: '-trimpath' },
  });
  renameSync(path.join(partFolder, 'nfpm'), cachedNfpm);
  rmSync(partFolder, { recursive: true, force: true });
  return cachedNfpm;
}

/** Writes a deb or rpm to `file`. Throws a `LaunchFault` on failure. */
export function makeSystemPackage(format: 'deb' | 'rpm', file: string, wanted: SystemPackage): void {
  const { product, label, section, depends, contents, scripts, workFolder, sourceDate } = wanted;
  const nfpm = findNfpm();
  // nfpm reads YAML, which includes JSON.
  const configuration = {
    name: product.id,
    arch: 'amd64',
    platform: 'linux',
    version: label.version,
    version_schema: 'semver',
    section,
    priority: 'optional',
    maintainer: product.maintainer,
    vendor: product.vendor,
    homepage: product.homepage,
    license: product.license,
    description: `${product.summary}\n${product.description}`,
    mtime: new Date(sourceDate * 1000).toISOString(),
    umask: 0o022,
    depends,
    contents,
    scripts,
    // A release uses xz, which every dpkg can read. A test build uses zstd, which compresses faster.
    deb: { compression: label.kind === 'test' ? 'zstd' : 'xz', fields: { Bugs: product.homepage } },
    rpm: { compression: 'zstd', summary: product.summary, group: 'Applications/Internet' },
  };
  const config = path.join(workFolder, `nfpm-${format}.yaml`);
  writeFileSync(config, JSON.stringify(configuration, null, 2));
  run(nfpm, ['package', '--config', config, '--packager', format, '--target', file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(sourceDate) },
  });
}

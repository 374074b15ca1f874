import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchFault } from '#build/launch/launch-fault.ts';
import { projectRoot } from '#build/launch/project-root.ts';
import type { BuildLabel } from '../build-label.ts';
import { onPath, run } from '../package-fault.ts';
import { product } from '../product.ts';

const nfpmVersion = '2.43.0';
const script = (name: string): string => path.join(import.meta.dirname, name);

/** What the packages need of the system; one of each pair, where a distribution has renamed it. */
const debNeeds = [
  'libc6',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnss3',
  'libnotify4',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libasound2 | libasound2t64',
  'libdrm2',
  'libgbm1',
  'libxcb-dri3-0',
  'libsecret-1-0',
  'xdg-utils',
];
const rpmNeeds = [
  'gtk3',
  'nss',
  'libnotify',
  'at-spi2-core',
  'alsa-lib',
  'libdrm',
  'mesa-libgbm',
  'libxcb',
  'libsecret',
  'xdg-utils',
];

interface NfpmInput {
  readonly label: BuildLabel;
  /** The packed console. */
  readonly packed: string;
  /** The files outside its own folder. */
  readonly systemFiles: string;
  readonly workFolder: string;
  readonly sourceDate: number;
}

/** nfpm of the PATH, else one that Go builds once for this project. Throws a `LaunchFault` without either. */
function findNfpm(): string {
  const found = onPath('nfpm');
  if (found !== null) return found;
  const folder = path.join(projectRoot, '.cache', 'package', `nfpm-${nfpmVersion}`);
  const own = path.join(folder, 'nfpm');
  if (existsSync(own)) return own;
  const go = onPath('go');
  if (go === null) {
    throw new LaunchFault(
      `nfpm, which makes deb and rpm packages, is not installed. Install it (2.43 or newer), or Go, which then builds it once.`,
    );
  }
  process.stderr.write(`Building nfpm ${nfpmVersion} with Go, once.\n`);
  mkdirSync(folder, { recursive: true });
  const part = `${folder}.part`;
  run(go, ['install', `github.com/goreleaser/nfpm/v2/cmd/nfpm@v${nfpmVersion}`], {
    env: { ...process.env, GOBIN: part, GOFLAGS: '-trimpath' },
  });
  renameSync(path.join(part, 'nfpm'), own);
  rmSync(part, { recursive: true, force: true });
  return own;
}

/** Makes a deb or an rpm into `file`. Throws a `LaunchFault`. */
export function makeSystemPackage(format: 'deb' | 'rpm', file: string, input: NfpmInput): void {
  const { label, packed, systemFiles, workFolder, sourceDate } = input;
  const nfpm = findNfpm();
  const sandbox = `${product.linuxFolder}/chrome-sandbox`;
  // nfpm reads JSON as the YAML that it is.
  const configuration = {
    name: product.id,
    arch: 'amd64',
    platform: 'linux',
    version: label.version,
    version_schema: 'semver',
    section: 'utils',
    priority: 'optional',
    maintainer: product.maintainer,
    vendor: product.vendor,
    homepage: product.homepage,
    license: product.licence,
    description: `${product.summary}\n${product.description}`,
    mtime: new Date(sourceDate * 1000).toISOString(),
    umask: 0o022,
    depends: format === 'deb' ? debNeeds : rpmNeeds,
    contents: [
      // The helper of the sandbox is setuid, so it is no part of the tree, whose modes are those of the files.
      { src: packed, dst: product.linuxFolder, type: 'tree' },
      { src: path.join(workFolder, 'chrome-sandbox'), dst: sandbox, file_info: { mode: 0o4755 } },
      // For the configuration of administrators; the console takes none from a folder that users can write.
      { dst: '/etc/ferry-console', type: 'dir', file_info: { mode: 0o755, owner: 'root', group: 'root' } },
      { src: path.join(systemFiles, 'usr'), dst: '/usr', type: 'tree' },
    ],
    scripts: { postinstall: script('postinstall.sh'), postremove: script('postremove.sh') },
    // A release takes the format that every dpkg reads; a test build the one that is quick to make.
    deb: { compression: label.kind === 'test' ? 'zstd' : 'xz', fields: { Bugs: product.homepage } },
    rpm: { compression: 'zstd', summary: product.summary, group: 'Applications/Internet' },
  };
  const config = path.join(workFolder, `nfpm-${format}.yaml`);
  writeFileSync(config, JSON.stringify(configuration, null, 2));
  run(nfpm, ['package', '--config', config, '--packager', format, '--target', file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(sourceDate) },
  });
}

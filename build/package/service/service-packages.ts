import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { makeTarball, writeFileList } from '../archives.ts';
import type { BuildLabel } from '../build-label.ts';
import { makeSystemPackage } from '../linux/nfpm-packages.ts';
import { copyrightFile } from '../linux/system-files.ts';
import { addNode, addStarter } from '../node-folder.ts';
import { freshWorkFolder } from '../pack-electron.ts';
import { gzipLevel, type PackageResult, makeFormats, packageBase, type PackageJob } from '../package-job.ts';
import { writePapers } from '../papers.ts';
import { serviceProduct as product, verifyCommand } from '../product.ts';
import { setTimes } from '../source-date.ts';
import { setModes } from '../stage-console.ts';
import type { Target } from '../targets.ts';
import { writeInto } from '../write-into.ts';
import { manPage } from './man-page.ts';

const target: Target = { platform: 'linux', arch: 'x64' };
const localPath = (name: string): string => path.join(import.meta.dirname, name);
const examples = path.join(projectRoot, 'docs', 'examples');
/** Example proxy configurations for several instances. */
const exampleNames = ['nginx.conf', 'haproxy.cfg'];
const unitNames = ['ferry-service.service', 'ferry-service@.service'];
/** Files needed at run time: the built commands, and what the service serves. */
const servedFiles = ['dist/sdk/ferry-sdk.js', 'src-sdk/released', 'dist/dashboard', 'dist/docs'];
const shippedFiles = ['out/service', 'out/content', verifyCommand.program, ...servedFiles];
/** Page on which the verification runs the SDK flow. */
const flowPage = 'out/lab';

/** Returns a systemd unit: its own part, followed by the part that all units share. */
const unitText = (name: string): string =>
  `${readFileSync(localPath(name), 'utf8')}${readFileSync(localPath('unit-common.conf'), 'utf8')}`;

const readme = `Ferry Service with its own Node. No installation needed.

./ferry-service --data FOLDER          starts the service; --help lists flags and commands
./ferry-verify --base-url URL          verifies a service, this one or another
man -l ferry-service.8                 the manual

systemd/ has units for an installation in /opt/ferry-service; examples/ has configurations of nginx and HAProxy.
`;

/** Assembles the service with Node, ready to run. Rejects with a `LaunchFault`. */
export async function stageService(label: BuildLabel, folder: string, sourceDate: number): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const filter = (file: string) => file !== path.join(projectRoot, 'src-sdk/released/README.md');
  const copy = (from: string, to: string) => cpSync(from, path.join(folder, to), { recursive: true, filter });
  for (const file of [...shippedFiles, flowPage]) copy(path.join(projectRoot, file), path.join('app', file));
  for (const name of exampleNames) copy(path.join(examples, name), path.join('examples', name));
  copy(localPath('await-ready.mjs'), 'await-ready.mjs');
  copy(localPath('service.env'), 'systemd/service.env');
  for (const name of unitNames) writeFileSync(path.join(folder, 'systemd', name), unitText(name));
  writeFileSync(path.join(folder, `${product.id}.8`), manPage(label, sourceDate));
  writeFileSync(path.join(folder, 'README.txt'), readme);
  const runtime = await addNode(target, folder);
  addStarter(folder, { id: product.id, name: product.name, program: 'out/service/main.mjs' });
  addStarter(folder, verifyCommand);
  // The verification reads its version from this file.
  writeFileSync(
    path.join(folder, 'app', 'package.json'),
    `${JSON.stringify({ name: product.id, version: label.version, private: true }, null, 2)}\n`,
  );
  const packages = { parts: ['service', 'content', 'verify', 'dashboard'], copied: [] };
  writePapers({ product, folder, label, program: runtime, packages, sourceDate });
  writeFileList(folder);
  setModes(folder);
}

/** Creates the files outside the program's folder that the deb installs: units, manual, examples, license files. */
function layOutSystemFiles(packedFolder: string, root: string): void {
  const write = (name: string, content: string | Buffer) => writeInto(root, name, content);
  const read = (name: string) => readFileSync(path.join(packedFolder, name));
  for (const name of unitNames) write(`usr/lib/systemd/system/${name}`, read(`systemd/${name}`));
  for (const name of readdirSync(path.join(packedFolder, 'examples'))) {
    write(`usr/share/doc/${product.id}/examples/${name}`, read(`examples/${name}`));
  }
  write(`usr/share/man/man8/${product.id}.8.gz`, gzipSync(read(`${product.id}.8`), { level: 9 }));
  write(`usr/share/doc/${product.id}/copyright`, copyrightFile(product, 'LICENSE.node.txt'));
  setModes(root);
}

/** Makes a deb and a tar.gz of the service with Node, from the same packed folder. */
export async function* makeServicePackages(job: PackageJob): AsyncGenerator<PackageResult> {
  const { label, sourceDate } = job;
  const workFolder = freshWorkFolder(target, 'service');
  const base = packageBase(label, target, product.id);
  const packedFolder = path.join(workFolder, base);
  await stageService(label, packedFolder, sourceDate);
  const systemFiles = path.join(workFolder, 'system');
  layOutSystemFiles(packedFolder, systemFiles);
  for (const folder of [packedFolder, systemFiles]) setTimes(folder, sourceDate);
  const rootOwnership = { owner: 'root', group: 'root' };
  yield* makeFormats(job, base, packedFolder, {
    deb: (file) =>
      makeSystemPackage('deb', file, {
        product,
        label,
        section: 'net',
        // Libraries that Node links to, and the tool that creates the system user.
        depends: ['libc6 (>= 2.28)', 'libstdc++6', 'passwd'],
        contents: [
          { src: packedFolder, dst: product.linuxFolder, type: 'tree' },
          { src: path.join(systemFiles, 'usr'), dst: '/usr', type: 'tree' },
          ...[product.id, verifyCommand.id].map((id) => ({
            src: `${product.linuxFolder}/${id}`,
            dst: `/usr/bin/${id}`,
            type: 'symlink' as const,
          })),
          { dst: '/etc/ferry-service', type: 'dir', file_info: { mode: 0o755, ...rootOwnership } },
          {
            src: localPath('service.env'),
            dst: '/etc/ferry-service/service.env',
            type: 'config|noreplace',
            file_info: { mode: 0o600, ...rootOwnership },
          },
        ],
        scripts: {
          postinstall: localPath('postinstall.sh'),
          preremove: localPath('preremove.sh'),
          postremove: localPath('postremove.sh'),
        },
        workFolder,
        sourceDate,
      }),
    'tar.gz': (file) => makeTarball(packedFolder, file, sourceDate, gzipLevel(label)),
  });
}

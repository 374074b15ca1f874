import { mkdtempDisposableSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findMaker, run } from './package-fault.ts';
import { setTimes } from './source-date.ts';
import { writeInto } from './write-into.ts';

/** List of the files in a packed folder. The Linux start scripts use it to detect missing or truncated files. */
const fileListName = 'FILES.txt';

/** Writes the list with the size in bytes and the path per line, in byte order like `LC_ALL=C sort`. */
export function writeFileList(folder: string): void {
  const lines = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== fileListName)
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => `${statSync(file).size} ${path.relative(folder, file)}\n`);
  const sortedLines = lines.map((line) => Buffer.from(line)).toSorted(Buffer.compare);
  writeFileSync(path.join(folder, fileListName), Buffer.concat(sortedLines));
}

/** Packs a folder with its name as a zip that preserves links. Equal files and times produce equal bytes. */
export function makeZip(folder: string, file: string): void {
  const zip = findMaker('zip', 'zip archives', 'Info-ZIP (Debian: zip)');
  const cwd = path.dirname(folder);
  const entries = run('find', [path.basename(folder), '-type', 'f', '-o', '-type', 'l'], { cwd });
  const sorted = entries.split('\n').filter(Boolean).toSorted().join('\n');
  // -X omits extra attributes, -y keeps links, -@ reads the file names in order.
  const env = { ...process.env, TZ: 'UTC' };
  run(zip, ['-9', '-q', '-X', '-y', file, '-@'], { cwd, env, input: sorted });
}

/** Packs files, by their paths in a folder of this name, as a reproducible zip. */
export function zipFiles(
  file: string,
  name: string,
  files: Readonly<Record<string, string>>,
  sourceDate: number,
): void {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-zip-'));
  const named = path.join(folder.path, name);
  for (const [inner, text] of Object.entries(files)) writeInto(named, inner, text);
  setTimes(named, sourceDate);
  makeZip(named, file);
}

/** Packs a folder with its name as a reproducible tar.gz. */
export function makeTarball(folder: string, file: string, sourceDate: number, level = 9): void {
  const tar = findMaker('tar', 'tar.gz archives', 'GNU tar');
  const reproducibleFlags = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${sourceDate}`,
    '--format=gnu',
  ];
  run(tar, [...reproducibleFlags, `--use-compress-program=gzip -${level}n`, '-cf', file, path.basename(folder)], {
    cwd: path.dirname(folder),
  });
}

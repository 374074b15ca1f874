import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempDisposableSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Commands that unpack an archive into the current folder, by the ending of its name. */
const unpackers: readonly (readonly [ending: string, ...command: string[]])[] = [
  ['.tar.gz', 'tar', '-xzf'],
  ['.tgz', 'tar', '-xzf'],
  ['.zip', 'unzip', '-q'],
  ['.deb', 'dpkg-deb', '-R'],
];

/** Unpacks an archive into a new folder. Returns whether it could. */
function unpack(file: string, folder: string): boolean {
  const [, program = '', ...flags] = unpackers.find(([ending]) => file.endsWith(ending)) ?? [];
  mkdirSync(folder);
  const target = program === 'dpkg-deb' ? ['.'] : [];
  return program !== '' && spawnSync(program, [...flags, file, ...target], { cwd: folder }).status === 0;
}

const firstByte = (one: Buffer, other: Buffer): number => {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at += 1) if (one[at] !== other[at]) return at;
  return end;
};

/** Describes an entry of an unpacked folder, without its content. */
const describe = (file: string): string => {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return 'missing';
  if (stats.isSymbolicLink()) return `a link to ${readlinkSync(file)}`;
  const mode = (stats.mode & 0o7777).toString(8);
  // Unpacking creates folders that an archive lacks, such as DEBIAN, so the times of folders differ in equal packages.
  return stats.isDirectory() ? `a folder of mode ${mode}` : `a file of mode ${mode}, ${stats.mtime.toISOString()}`;
};

/** Returns a phrase for the first entry that differs between two folders, or null. */
function differentEntry(one: string, other: string): string | null {
  const names = [one, other].flatMap((folder) => readdirSync(folder, { recursive: true }).map(String));
  for (const name of [...new Set(names)].toSorted()) {
    const files = [path.join(one, name), path.join(other, name)] as const;
    const [first, second] = files.map(describe);
    if (first !== second) return `${name} is ${first}, and in the rebuilt file ${second}`;
    if (!lstatSync(files[0]).isFile()) continue;
    const [content, rebuilt] = [readFileSync(files[0]), readFileSync(files[1])] as const;
    if (!content.equals(rebuilt)) return `${name} differs from byte ${firstByte(content, rebuilt)} on`;
  }
  return null;
}

/** Returns a sentence with the first difference between two packages; in archives, between their files. Null if equal. */
export function firstDifference(file: string, rebuilt: string): string | null {
  const [content, other] = [readFileSync(file), readFileSync(rebuilt)] as const;
  if (content.equals(other)) return null;
  const at = firstByte(content, other);
  const place = `byte ${at} of ${content.length} (rebuilt: ${other.length})`;
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-difference-'));
  const [one, two] = [path.join(folder.path, 'published'), path.join(folder.path, 'rebuilt')] as const;
  const inside =
    unpack(path.resolve(file), one) && unpack(path.resolve(rebuilt), two) ? differentEntry(one, two) : null;
  return `The first difference is ${place}${inside === null ? '' : `: ${inside}`}.`;
}

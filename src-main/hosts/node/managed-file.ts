import { execFileSync } from 'node:child_process';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import path from 'node:path';
import type { ManagedFile } from '../../console/ports/console-ports.ts';

const registryKey = String.raw`HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\Explorer\Shell Folders`;
const registryValue = 'Common AppData';

function loadedLibraries(): readonly string[] {
  try {
    return (process.report.getReport() as { readonly sharedObjects?: readonly string[] }).sharedObjects ?? [];
  } catch {
    return [];
  }
}

/** Queries the machine part of the registry, which only administrators can write. Throws if the query fails. */
export const queryRegistry = (systemFolder: string, args: readonly string[]): string =>
  execFileSync(path.win32.join(systemFolder, 'reg.exe'), ['query', ...args], {
    encoding: 'utf8',
    // The program doesn't get the user's variables. It needs only the system folder.
    env: { SystemRoot: path.win32.dirname(systemFolder) },
    timeout: 5_000,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

const askProgramData = (systemFolder: string): string =>
  queryRegistry(systemFolder, [registryKey, '/v', registryValue]);

/** Returns Windows' system folder. Reads it from a library that every process loads, because users can set environment variables. */
export function windowsSystemFolder(libraries: () => readonly string[] = loadedLibraries): string {
  const library = libraries().find((file) => /^[a-z]:\\.+\\ntdll\.dll$/i.test(file));
  return library === undefined ? String.raw`C:\Windows\System32` : path.win32.dirname(library);
}

/** Returns Windows' ProgramData folder from the machine part of the registry, because users can set environment variables. */
export function windowsProgramData(
  libraries: () => readonly string[] = loadedLibraries,
  ask: (systemFolder: string) => string = askProgramData,
): string {
  const systemFolder = windowsSystemFolder(libraries);
  const defaultFolder = path.win32.join(path.win32.parse(systemFolder).root, 'ProgramData');
  try {
    return /\sREG_(?:EXPAND_)?SZ\s+([a-z]:\\[^\r\n%]{1,400})$/im.exec(ask(systemFolder))?.[1]?.trim() ?? defaultFolder;
  } catch {
    return defaultFolder;
  }
}

export interface ManagedPlace {
  readonly file: string;
  /** Owner ID that the file and its folders must have. Null on Windows, which checks the rights of the folder instead. */
  readonly owner: number | null;
  readonly groups: readonly number[];
  readonly top: string;
}

const name = 'managed.json';
const maxBytes = 256 * 1024;
const macAdministrators = 80;

/** Uses no environment variables, because users can set them. */
export function managedPlace(
  platform: NodeJS.Platform = process.platform,
  programData: () => string = windowsProgramData,
): ManagedPlace {
  const root = { owner: 0, groups: [0], top: '/' };
  if (platform === 'darwin') {
    const file = `/Library/Application Support/Ferry Console/${name}`;
    return { ...root, file, groups: [0, macAdministrators] };
  }
  if (platform !== 'win32') return { ...root, file: `/etc/ferry-console/${name}` };
  const folder = programData();
  return { file: path.win32.join(folder, 'Ferry Console', name), owner: null, groups: [], top: folder };
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

/** Returns why users other than administrators may have written this file. Null if only administrators can. */
function weakness({ uid, gid, mode }: Stats, what: string, { owner, groups }: ManagedPlace): string | null {
  if (owner === null) return null;
  if (uid !== owner) return `${what} is owned by a user. Run chown root on it.`;
  const isWritableByOthers = mode & 0o002 || (mode & 0o020 && !groups.includes(gid));
  return isWritableByOthers ? `${what} is writable by other users. Run chmod go-w on it.` : null;
}

function foldersOf({ file, top }: ManagedPlace): string[] {
  const folder = path.dirname(file);
  const steps = path.relative(top, folder).split(path.sep).filter(Boolean);
  return [top, ...steps.map((_, at) => path.join(top, ...steps.slice(0, at + 1)))];
}

/** Returns why other users than administrators can change the file's folders. Null if safe; false without a folder. */
function folderFault(place: ManagedPlace): string | null | false {
  let fault: string | null = null;
  for (const folder of foldersOf(place)) {
    let stats: Stats;
    try {
      stats = lstatSync(folder);
    } catch (error) {
      const code = codeOf(error);
      return code === 'ENOENT' ? false : `The folder ${folder} can't be read (${code}). Allow everyone to read it.`;
    }
    if (!stats.isDirectory()) return `${folder} must be a folder, not a link.`;
    fault ??= weakness(stats, `The folder ${folder}`, place);
  }
  return fault;
}

/** Reads at most one byte more than `maxBytes`, even if the file grows. */
function readBytes(handle: number): Buffer {
  const bytes = Buffer.alloc(maxBytes + 1);
  let length = 0;
  for (let bytesRead = 1; bytesRead > 0 && length < bytes.length; length += bytesRead) {
    bytesRead = readSync(handle, bytes, length, bytes.length - length, null);
  }
  return bytes.subarray(0, length);
}

/** Decodes the file or returns a message. Windows editors write UTF-16 or a UTF-8 byte order mark. */
function decode(bytes: Buffer): { text: string } | { fault: string } {
  if (bytes.length > maxBytes) return { fault: 'The file is larger than 256 KiB. Remove some profiles.' };
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isWide || bytes.subarray(0, 4).includes(0)) return { fault: 'The file is UTF-16. Save it as UTF-8.' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { fault: "The file isn't valid UTF-8. Save it as UTF-8." };
  }
}

/** Checks and reads the open file, so that another program can't replace it in between. */
function readOpen(handle: number, place: ManagedPlace): { bytes: Buffer } | { fault: string } {
  const stats = fstatSync(handle);
  if (!stats.isFile()) return { fault: 'The configuration must be a regular file.' };
  const fault = weakness(stats, 'The file', place);
  return fault === null ? { bytes: readBytes(handle) } : { fault };
}

/** Whether the current user could change the file. Used on systems that report no owner. */
function canWrite(file: string): boolean {
  try {
    closeSync(openSync(file, 'r+'));
    return true;
  } catch {
    return false;
  }
}

const openErrorTexts: Readonly<Record<string, string>> = {
  ELOOP: 'The file is a link. Replace it with the file itself.',
  EISDIR: 'The configuration must be a regular file.',
};

export function readManagedFile(place: ManagedPlace = managedPlace()): ManagedFile | null {
  const fileResult = readAdministratorsFile(place);
  return fileResult === null || 'fault' in fileResult
    ? fileResult
    : { path: fileResult.path, ...decode(fileResult.bytes) };
}

/** Reads a file of at most 256 KiB that only administrators can write. Null if there is no file. */
export function readAdministratorsFile(
  place: ManagedPlace,
): ({ readonly path: string } & ({ readonly bytes: Buffer } | { readonly fault: string })) | null {
  const { file } = place;
  const refuse = (fault: string) => ({ path: file, fault });
  const fault = folderFault(place);
  if (fault === false) return null;
  if (fault !== null) return refuse(fault);
  let handle: number;
  try {
    // Neither follows a link nor waits for a pipe.
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return null;
    return refuse(openErrorTexts[code] ?? `The file can't be read (${code}). Allow everyone to read it.`);
  }
  try {
    if (place.owner === null && canWrite(file)) {
      return refuse(
        'You can change the file. Allow only administrators to change it, and start the console without administrator rights.',
      );
    }
    return { path: file, ...readOpen(handle, place) };
  } catch (error) {
    return refuse(`The file can't be read (${codeOf(error)}).`);
  } finally {
    closeSync(handle);
  }
}

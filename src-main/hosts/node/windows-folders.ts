import { execFileSync } from 'node:child_process';
import path from 'node:path';

const key = String.raw`HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\Explorer\Shell Folders`;
const value = 'Common AppData';

/** Libraries that this process has loaded, with their paths. */
function loadedLibraries(): readonly string[] {
  try {
    return (process.report.getReport() as { readonly sharedObjects?: readonly string[] }).sharedObjects ?? [];
  } catch {
    return [];
  }
}

/** Asks the registry of the computer, which only administrators can write. Throws. */
const askRegistry = (systemFolder: string): string =>
  execFileSync(path.win32.join(systemFolder, 'reg.exe'), ['query', key, '/v', value], {
    encoding: 'utf8',
    // What a user has set is not handed on; the program itself needs to know where its system is.
    env: { SystemRoot: path.win32.dirname(systemFolder) },
    timeout: 5_000,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/**
 * The folder that Windows calls ProgramData. Variables of the environment tell it too, but a user can set those: here it
 * is found from the system library that every process has loaded, by way of the computer's own part of the registry.
 */
export function windowsProgramData(
  libraries: () => readonly string[] = loadedLibraries,
  ask: (systemFolder: string) => string = askRegistry,
): string {
  const library = libraries().find((file) => /^[a-z]:\\.+\\ntdll\.dll$/i.test(file));
  const systemFolder = library === undefined ? String.raw`C:\Windows\System32` : path.win32.dirname(library);
  const usual = path.win32.join(path.win32.parse(systemFolder).root, 'ProgramData');
  try {
    return /\sREG_(?:EXPAND_)?SZ\s+([a-z]:\\[^\r\n%]+?)\s*$/im.exec(ask(systemFolder))?.[1] ?? usual;
  } catch {
    return usual;
  }
}

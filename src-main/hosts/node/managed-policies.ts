import { execFileSync } from 'node:child_process';
import type { ManagedPolicies } from '../../console/ports/console-ports.ts';
import { policyKey } from '../../console/settings/managed-fields.ts';
import { managedPlace, queryRegistry, readAdministratorsFile, windowsSystemFolder } from './managed-file.ts';

/** File in which macOS device management stores the values of a profile. Its name is the console's application ID. */
const preferencesFile = '/Library/Managed Preferences/example.ferry.console.plist';
const registryPath = `HKLM\\${policyKey}`;

const faultyPolicies = (path: string, fault: string): ManagedPolicies => ({ path, fault });

/** Parses `reg query`, which prints numbers as 0x1. Throws on other lines, so that no policy is skipped unnoticed. */
export function parseRegistry(output: string): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const line of output.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('HKEY_')) continue;
    const [, name, type, text = ''] = /^ {4}(.{1,255}?) {4}(REG_[A-Z_]{2,20})(?: {4}(.*))?$/.exec(line) ?? [];
    if (name === undefined || text.includes('\uFFFD')) throw new Error(`Unreadable value: ${line.slice(0, 60)}`);
    values[name] = type === 'REG_DWORD' ? Number(text) : text;
  }
  return values;
}

/** Reads Group Policy. `reg` exits with 1 if the key doesn't exist. */
export function readRegistryPolicies(
  query: () => string = () => queryRegistry(windowsSystemFolder(), [registryPath, '/reg:64']),
): ManagedPolicies | null {
  let output: string;
  try {
    output = query();
  } catch (error) {
    if ((error as { readonly status?: number }).status === 1) return null;
    return faultyPolicies(registryPath, "The registry can't be read. Allow users to run reg.exe.");
  }
  try {
    const values = parseRegistry(output);
    return Object.keys(values).length === 0 ? null : { path: registryPath, values };
  } catch {
    return faultyPolicies(registryPath, String.raw`A value can't be read. Write characters outside ASCII as \uXXXX.`);
  }
}

const plistAsJson = (bytes: Buffer): string =>
  execFileSync('/usr/bin/plutil', ['-convert', 'json', '-o', '-', '--', '-'], {
    encoding: 'utf8',
    input: bytes,
    timeout: 5_000,
    stdio: ['pipe', 'pipe', 'ignore'],
  });

export function readProfilePolicies(
  place = { ...managedPlace('darwin'), file: preferencesFile },
  convert = plistAsJson,
): ManagedPolicies | null {
  const fileResult = readAdministratorsFile(place);
  if (fileResult === null || 'fault' in fileResult) return fileResult;
  try {
    return { path: fileResult.path, values: JSON.parse(convert(fileResult.bytes)) as Record<string, unknown> };
  } catch {
    return faultyPolicies(fileResult.path, "The profile can't be read. Install it again.");
  }
}

/** Null without policies, and on Linux, which has only the configuration file. */
export function readManagedPolicies(platform: NodeJS.Platform = process.platform): ManagedPolicies | null {
  if (platform === 'win32') return readRegistryPolicies();
  return platform === 'darwin' ? readProfilePolicies() : null;
}

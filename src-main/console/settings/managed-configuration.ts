import type { z } from 'zod';
import type { SelfCheckItem } from '#shared/console-contract/self-check-calls.ts';
import type { ManagedProblem } from '#shared/console-contract/settings-calls.ts';
import type { ProfileColour } from '#shared/profile-colours.ts';
import { readBaseAddress } from '../addresses/base-address.ts';
import type { ManagedFile } from '../ports/console-ports.ts';
import { fileFields, managedVersion, profileFields, readFields } from './managed-fields.ts';

export interface ManagedProfile {
  readonly id: string;
  readonly name: string;
  readonly environment: z.output<typeof profileFields.environment.schema>;
  readonly baseURL: string;
  readonly colour?: ProfileColour | undefined;
  readonly caFile?: string | undefined;
  readonly companiesPageSizeParameter?: string | undefined;
  readonly readOnly?: boolean | undefined;
}

export interface ManagedConfiguration {
  readonly profiles: readonly ManagedProfile[];
  readonly caFile?: string | undefined;
  readonly networkLimited: boolean;
  readonly readOnly: boolean;
  readonly file: string | null;
  /** The file's problem and its effect, or null. */
  readonly problem: ManagedProblem | null;
}

const open = { profiles: [], networkLimited: false, readOnly: false } as const;
/** Maximum number of listed faults. */
const maxNamed = 10;

/** Returns the valid profiles. An invalid optional field is dropped; an invalid required field drops the profile. */
function readProfiles(list: readonly unknown[], onFault: (sentence: string) => void): ManagedProfile[] {
  const profiles = new Map<string, ManagedProfile>();
  for (const [index, json] of list.entries()) {
    const at = `profiles.${index}`;
    const { id, name, environment, baseURL, ...rest } = readFields(json, profileFields, at, onFault);
    const address = baseURL === undefined ? null : readBaseAddress(baseURL);
    const problem = address === null || address.ok ? null : address.problem;
    if (problem !== null) onFault(`${at}.baseURL: ${problem}`);
    if (id !== undefined && profiles.has(id)) onFault(`${at}.id is already used by another profile. Change it.`);
    else if (id !== undefined && name !== undefined && environment !== undefined && baseURL !== undefined && !problem) {
      profiles.set(id, { ...rest, id, name, environment, baseURL });
    }
  }
  return [...profiles.values()];
}

function closed(
  path: string,
  faults: readonly string[],
  stored: Partial<ManagedConfiguration> = {},
): ManagedConfiguration {
  const profiles = stored.profiles ?? [];
  const more = faults.length > maxNamed ? [`${faults.length - maxNamed} more faults.`] : [];
  const called =
    profiles.length === 0
      ? 'only the Sandbox is called'
      : `only the Sandbox and the file's valid profiles are called: ${profiles.map(({ id }) => id).join(', ')}`;
  const meanwhile = `Until an administrator fixes it and you restart the console, the console creates no data, and ${called}.`;
  return {
    ...stored,
    profiles,
    networkLimited: true,
    readOnly: true,
    file: path,
    problem: {
      summary: `The configuration file ${path} is faulty.`,
      faults: [...faults.slice(0, maxNamed), ...more],
      meanwhile,
    },
  };
}

export function readManagedConfiguration(file: ManagedFile | null): ManagedConfiguration {
  if (file === null) return { ...open, file, problem: null };
  if ('fault' in file) return closed(file.path, [file.fault]);
  let json: unknown;
  try {
    json = JSON.parse(file.text);
  } catch {
    const isEmpty = file.text.trim() === '';
    return closed(file.path, [isEmpty ? 'The file is empty. Write {"version": 1}, or delete it.' : 'It is not JSON.']);
  }
  const version = typeof json === 'object' && json !== null && 'version' in json ? json.version : undefined;
  if (typeof version === 'number' && version > managedVersion) {
    const reads = `this console reads version ${managedVersion}`;
    return closed(file.path, [`The file has version ${version}, and ${reads}. Install a newer console.`]);
  }
  const faults: string[] = [];
  const onFault = (sentence: string) => void faults.push(sentence);
  const { profiles: list = [], version: _read, updates: _unused, ...rest } = readFields(json, fileFields, '', onFault);
  const values = { ...open, ...rest, profiles: readProfiles(list, onFault) };
  return faults.length === 0 ? { ...values, file: file.path, problem: null } : closed(file.path, faults, values);
}

export const managedProblemText = ({ summary, faults, meanwhile }: ManagedProblem): string =>
  [summary, ...faults, meanwhile].join(' ');

export const managedItem = ({ file, problem }: ManagedConfiguration): SelfCheckItem => ({
  group: 'isolation',
  name: 'Device configuration',
  state: problem === null ? 'good' : 'attention',
  found: problem ? managedProblemText(problem) : (file ?? 'None'),
});

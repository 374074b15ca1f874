import type { SelfCheckItem } from '#shared/console-contract/self-check-calls.ts';
import type { ManagedProblem, Preferences } from '#shared/console-contract/settings-calls.ts';
import { readBaseAddress } from '../addresses/base-address.ts';
import type { ManagedFile, ManagedPolicies } from '../ports/console-ports.ts';
import { fileFields, managedVersion, policyDocument, profileFields, readFields } from './managed-fields.ts';

type ProfileValues = ReturnType<typeof readFields<typeof profileFields>>;
export type ManagedProfile = ProfileValues & Required<Pick<ProfileValues, 'id' | 'name' | 'environment' | 'baseURL'>>;

type ManagedPreferences = Partial<
  Pick<Preferences, 'timeZone' | 'times' | 'autoRefreshSeconds' | 'loadAllBySelf' | 'stuckHours'>
>;

export interface ManagedConfiguration {
  readonly profiles: readonly ManagedProfile[];
  readonly caFile?: string | undefined;
  readonly networkLimited: boolean;
  readonly readOnly: boolean;
  readonly preferences: ManagedPreferences;
  /** Paths of the file and of the policies, joined with "and". Null if both are missing. */
  readonly file: string | null;
  readonly problem: ManagedProblem | null;
}

const emptyConfiguration = { profiles: [], networkLimited: false, readOnly: false, preferences: {} } as const;
const maxNamed = 10;

/** Returns the valid profiles. Drops an invalid optional field, and a profile with an invalid required field. */
function readProfiles(list: readonly unknown[], onFault: (sentence: string) => void): ManagedProfile[] {
  const profiles = new Map<string, ManagedProfile>();
  for (const [index, json] of list.entries()) {
    const profilePath = `profiles.${index}`;
    const { id, name, environment, baseURL, ...rest } = readFields(json, profileFields, profilePath, onFault);
    const address = baseURL === undefined ? null : readBaseAddress(baseURL);
    const problem = address === null || address.ok ? null : address.problem;
    if (problem !== null) onFault(`${profilePath}.baseURL: ${problem}`);
    if (id !== undefined && profiles.has(id))
      onFault(`${profilePath}.id is already used by another profile. Change it.`);
    else if (id !== undefined && name !== undefined && environment !== undefined && baseURL !== undefined && !problem) {
      profiles.set(id, { ...rest, id, name, environment, baseURL });
    }
  }
  return [...profiles.values()];
}

interface ManagedSource {
  readonly path: string;
  readonly values: Partial<Omit<ManagedConfiguration, 'file' | 'problem'>>;
  readonly faults: readonly string[];
}

function readSource(path: string, json: unknown): ManagedSource {
  const version = typeof json === 'object' && json !== null && 'version' in json ? json.version : undefined;
  if (typeof version === 'number' && version > managedVersion) {
    const reads = `this console reads version ${managedVersion}`;
    return { path, values: {}, faults: [`The file has version ${version}, but ${reads}. Install a newer console.`] };
  }
  const faults: string[] = [];
  const onFault = (sentence: string) => void faults.push(sentence);
  const { profiles: list, version: _read, updates: _unused, ...fields } = readFields(json, fileFields, '', onFault);
  const { caFile, networkLimited, readOnly, ...preferences } = fields;
  const values = {
    ...(list === undefined ? {} : { profiles: readProfiles(list, onFault) }),
    ...(caFile === undefined ? {} : { caFile }),
    ...(networkLimited === undefined ? {} : { networkLimited }),
    ...(readOnly === undefined ? {} : { readOnly }),
    preferences,
  };
  return { path, values, faults };
}

function readFile(file: ManagedFile): ManagedSource {
  if ('fault' in file) return { path: file.path, values: {}, faults: [file.fault] };
  try {
    return readSource(file.path, JSON.parse(file.text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const isEmpty = file.text.trim() === '';
    const fault = isEmpty ? 'The file is empty. Write {"version": 1}, or delete it.' : "The file isn't JSON.";
    return { path: file.path, values: {}, faults: [fault] };
  }
}

const readPolicies = (policies: ManagedPolicies): ManagedSource =>
  'fault' in policies
    ? { path: policies.path, values: {}, faults: [policies.fault] }
    : readSource(policies.path, policyDocument(policies.values));

function problemOf(faulty: readonly ManagedSource[], profiles: readonly ManagedProfile[]): ManagedProblem {
  const faults = faulty.flatMap((source) => source.faults);
  const more = faults.length > maxNamed ? [`More errors: ${faults.length - maxNamed}.`] : [];
  const callsText =
    profiles.length === 0
      ? 'calls only the Sandbox'
      : `calls only the Sandbox and the valid managed profiles: ${profiles.map(({ id }) => id).join(', ')}`;
  return {
    summary: faulty.map(({ path }) => `The configuration ${path} is invalid.`).join(' '),
    faults: [...faults.slice(0, maxNamed), ...more],
    meanwhile: `Until an administrator fixes the configuration and you restart the console, the console creates no data and ${callsText}.`,
  };
}

/** A policy overrides the file's field, and both override user settings. A fault in either restricts the console. */
export function readManagedConfiguration(
  file: ManagedFile | null,
  policies: ManagedPolicies | null = null,
): ManagedConfiguration {
  const sources = [...(file === null ? [] : [readFile(file)]), ...(policies === null ? [] : [readPolicies(policies)])];
  if (sources.length === 0) return { ...emptyConfiguration, file: null, problem: null };
  const values = sources.reduce((merged, source) => ({ ...merged, ...source.values }), {
    ...emptyConfiguration,
  } as Omit<ManagedConfiguration, 'file' | 'problem'>);
  const merged = {
    ...values,
    preferences: Object.assign({}, ...sources.map((source) => source.values.preferences)) as ManagedPreferences,
    file: sources.map(({ path }) => path).join(' and '),
  };
  const faulty = sources.filter(({ faults }) => faults.length > 0);
  if (faulty.length === 0) return { ...merged, problem: null };
  return { ...merged, networkLimited: true, readOnly: true, problem: problemOf(faulty, merged.profiles) };
}

export const managedProblemText = ({ summary, faults, meanwhile }: ManagedProblem): string =>
  [summary, ...faults, meanwhile].join(' ');

export const managedItem = ({ file, problem }: ManagedConfiguration): SelfCheckItem => ({
  group: 'isolation',
  name: 'Device configuration',
  state: problem === null ? 'good' : 'attention',
  found: problem ? managedProblemText(problem) : (file ?? 'None'),
});

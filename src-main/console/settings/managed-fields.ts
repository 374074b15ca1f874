import { z } from 'zod';
import { preferencesSchema } from '#shared/console-contract/settings-calls.ts';
import { environments } from '#shared/environments.ts';
import { profileColours } from '#shared/profile-colours.ts';
import { asRecord } from '#shared/tolerant-reading/read-json.ts';
import { plainName } from '#shared/plain-name.ts';

/** `must`: what the schema requires, in words that follow "must". */
interface ManagedField<Value = unknown> {
  readonly schema: z.ZodType<Value>;
  readonly must: string;
  readonly needed?: true;
  /** Set if Group Policy and device management can set the field, too. */
  readonly policy?: Policy;
}

/** How a field appears in Group Policy, in a macOS profile, in the JSON schema and in the documents. */
export interface Policy {
  /** `json`: a string of JSON in the registry, a list or dictionary on macOS. */
  readonly kind: 'boolean' | 'string' | 'number' | 'json';
  /** The allowed values with their labels. Omitted if only the kind limits the values. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly title: string;
  readonly description: string;
  /** Version of the console that first read the field. Defaults to the first version. */
  readonly since?: string;
  /** What applies without the policy. By default, users choose. */
  readonly default?: string;
  readonly example: unknown;
}
type ManagedFields = Readonly<Record<string, ManagedField>>;
type ValuesOf<Fields extends ManagedFields> = { [Name in keyof Fields]?: z.output<Fields[Name]['schema']> };

const yesOrNo = { schema: z.boolean(), must: 'be true or false, without quotes' } as const;
const caFile = { schema: z.string().trim().min(1).max(4_096), must: 'be the path of a PEM file' } as const;
const list = (texts: readonly string[]) => texts.map((text) => `"${text}"`).join(', ');

/** Version of the file format. Must increase with a change that older consoles would misread. */
export const managedVersion = 1;

/** Preferences that administrators can set. Users then see these values but can't change them. */
const { timeZone, times, autoRefreshSeconds, loadAllBySelf, stuckHours } = preferencesSchema.shape;

export const fileFields = {
  version: { schema: z.literal(managedVersion), must: `be ${managedVersion}`, needed: true },
  profiles: {
    schema: z.array(z.unknown()).max(20),
    must: 'be a list of at most 20 profiles, in [ and ]',
    policy: {
      kind: 'json',
      title: 'Profiles',
      description:
        "Profiles that every user has and can't change. Each has id, name, environment (production, test or sandbox) " +
        'and baseURL; colour, caFile, companiesPageSizeParameter and readOnly are optional. Users enter their own API keys.',
      default: 'No profiles besides the Sandbox',
      example: [
        {
          id: 'production',
          name: 'Our organization',
          environment: 'production',
          baseURL: 'https://api.ferry.example',
        },
      ],
    },
  },
  caFile: {
    ...caFile,
    policy: {
      kind: 'string',
      title: 'Certificate authority',
      description: 'Path of a PEM file with CA certificates. Profiles without their own CA file use this file.',
      default: "The system's certificate authorities",
      example: '/etc/ssl/certs/company-ca.pem',
    },
  },
  networkLimited: {
    ...yesOrNo,
    policy: {
      kind: 'boolean',
      title: 'Limit the network',
      description:
        'The console calls only the base URLs of the managed profiles and the Sandbox. The modal lab opens modals ' +
        'only at these base URLs.',
      default: 'Users can add profiles with any base URL',
      example: true,
    },
  },
  readOnly: {
    ...yesOrNo,
    policy: {
      kind: 'boolean',
      title: 'Read-only',
      description: 'The console creates no link tokens and no modals.',
      default: 'Users can create link tokens and open modals',
      example: false,
    },
  },
  timeZone: {
    schema: timeZone.removeDefault(),
    must: 'be "local" or "utc"',
    policy: {
      kind: 'string',
      choices: { local: "The device's time zone", utc: 'UTC' },
      title: 'Time zone',
      description: 'The time zone in which the console shows times.',
      example: 'utc',
    },
  },
  times: {
    schema: times.removeDefault(),
    must: 'be "relative" or "absolute"',
    policy: {
      kind: 'string',
      choices: { relative: '5 min ago', absolute: 'Date and time' },
      title: 'Time format',
      description: 'Whether lists show relative or absolute times.',
      example: 'absolute',
    },
  },
  autoRefreshSeconds: {
    schema: autoRefreshSeconds.removeDefault(),
    must: 'be 0, 10, 30 or 60',
    policy: {
      kind: 'number',
      choices: { 0: 'Off', 10: '10 s', 30: '30 s', 60: '60 s' },
      title: 'Auto-refresh',
      description: 'Seconds between refreshes of the current page. 0 turns auto-refresh off.',
      example: 60,
    },
  },
  loadAllBySelf: {
    ...yesOrNo,
    schema: loadAllBySelf.removeDefault(),
    policy: {
      kind: 'boolean',
      title: 'Load automatically',
      description: 'For profiles with fewer than 5,000 migrations, the console loads all migrations in the background.',
      example: false,
    },
  },
  stuckHours: {
    schema: stuckHours.removeDefault(),
    must: 'have a number from 0.1 to 2,000 for each of WORKING, PENDING_USER_INPUT and NOT_STARTED',
    policy: {
      kind: 'json',
      title: 'Stuck migrations',
      description:
        'After this many hours without an observed change, a migration counts as stuck. Each status has its own limit.',
      example: { WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 },
    },
  },
  /** Accepted but unused, because no console checks for updates. Files that forbid updates stay valid. */
  updates: { schema: z.literal('off'), must: 'be "off" or missing' },
} as const satisfies ManagedFields;

/** Registry key on Windows, under HKEY_LOCAL_MACHINE. */
export const policyKey = String.raw`SOFTWARE\Policies\Ferry\Console`;

/** Policies by name: `ReadOnly` for the field `readOnly`. */
export const policies: ReadonlyMap<string, Policy & { since: string; default: string; field: string }> = new Map(
  Object.entries<ManagedField>(fileFields).flatMap(([field, { policy }]) =>
    policy === undefined
      ? []
      : [
          [
            `${field.charAt(0).toUpperCase()}${field.slice(1)}`,
            { since: '0.1.0', default: 'Users choose', ...policy, field },
          ],
        ],
  ),
);

/** Converts policies into fields of a configuration file. The registry can only contain numbers and strings. */
export function policyDocument(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const decode = (name: string, value: unknown): [string, unknown] => {
    const policy = policies.get(name);
    if (policy === undefined) return [name, value];
    const { field, kind } = policy;
    if (kind === 'boolean' && (value === 0 || value === 1)) return [field, value === 1];
    if (kind === 'number' && typeof value === 'string' && /^\d{1,9}$/.test(value)) return [field, Number(value)];
    if (kind !== 'json' || typeof value !== 'string') return [field, value];
    try {
      return [field, JSON.parse(value)];
    } catch {
      return [field, value];
    }
  };
  return {
    version: managedVersion,
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => decode(name, value))),
  };
}

export const profileFields = {
  id: {
    schema: z.string().regex(/^[a-z0-9-]{1,40}$/),
    must: 'be 1 to 40 lowercase letters, digits and hyphens',
    needed: true,
  },
  name: { schema: z.string().overwrite(plainName).min(1).max(60), must: 'be 1 to 60 characters', needed: true },
  environment: { schema: z.enum(environments), must: `be one of ${list(environments)}`, needed: true },
  baseURL: { schema: z.string().max(2_000), must: 'be the base URL of the service, with https://', needed: true },
  colour: { schema: z.enum(profileColours), must: `be one of ${list(profileColours)}` },
  caFile,
  companiesPageSizeParameter: {
    schema: z.string().trim().min(1).max(40),
    must: 'be a parameter name of at most 40 characters',
  },
  readOnly: yesOrNo,
} as const satisfies ManagedFields;

/** Returns a field name without characters that a terminal or page would interpret. */
const nameText = (name: string): string =>
  /^[\w.-]{1,60}$/.test(name) ? name : JSON.stringify(name.slice(0, 60)).replaceAll(/[^ -~]/g, '?');

/** `within`: prefix of field names in messages. `onFault`: called for each invalid, missing or unknown field. */
export function readFields<Fields extends ManagedFields>(
  value: unknown,
  fields: Fields,
  within: string,
  onFault: (sentence: string) => void,
): ValuesOf<Fields> {
  const json = asRecord(value);
  if (json === null) {
    onFault(`${within || 'The file'} must be an object, in { and }.`);
    return {};
  }
  const pathPrefix = within && `${within}.`;
  const names = Object.keys(fields);
  for (const name of Object.keys(json)) {
    if (!names.includes(name))
      onFault(`${pathPrefix}${nameText(name)} isn't a field. The fields are ${names.join(', ')}.`);
  }
  const values: Record<string, unknown> = {};
  for (const [name, { schema, must, needed }] of Object.entries<ManagedField>(fields)) {
    if (!Object.hasOwn(json, name)) {
      if (needed) onFault(`${pathPrefix}${name} is missing; it must ${must}.`);
      continue;
    }
    const result = schema.safeParse(json[name]);
    if (result.success) values[name] = result.data;
    else onFault(`${pathPrefix}${name} must ${must}.`);
  }
  return values as ValuesOf<Fields>;
}

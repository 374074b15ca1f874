import { z } from 'zod';
import { environments } from '#shared/environments.ts';
import { profileColours } from '#shared/profile-colours.ts';

/** A field of the configuration file: its schema, and the rule in words after "must". */
interface ManagedField<Value = unknown> {
  readonly schema: z.ZodType<Value>;
  readonly must: string;
  readonly needed?: true;
}
type ManagedFields = Readonly<Record<string, ManagedField>>;
type ValuesOf<Fields extends ManagedFields> = { [Name in keyof Fields]?: z.output<Fields[Name]['schema']> };

const yesOrNo = { schema: z.boolean(), must: 'be true or false, without quotes' } as const;
const caFile = { schema: z.string().trim().min(1).max(4_096), must: 'be the path of a PEM file' } as const;
const list = (texts: readonly string[]) => texts.map((text) => `"${text}"`).join(', ');

/** Version of the file format. A change that older consoles would misread takes the next number. */
export const managedVersion = 1;

export const fileFields = {
  version: { schema: z.literal(managedVersion), must: `be ${managedVersion}`, needed: true },
  profiles: { schema: z.array(z.unknown()).max(20), must: 'be a list of at most 20 profiles, in [ and ]' },
  /** Applies to profiles without their own CA file. */
  caFile,
  /** If true, only the URLs of `profiles` and the Sandbox can be called. */
  networkLimited: yesOrNo,
  readOnly: yesOrNo,
  /** Accepted but unused: no console checks for updates, and files that forbid updates stay valid. */
  updates: { schema: z.literal('off'), must: 'be "off" or missing' },
} as const satisfies ManagedFields;

export const profileFields = {
  id: {
    schema: z.string().regex(/^[a-z0-9-]{1,40}$/),
    must: 'be 1 to 40 lowercase letters, digits and hyphens',
    needed: true,
  },
  name: { schema: z.string().trim().min(1).max(60), must: 'be 1 to 60 characters', needed: true },
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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Validates each field separately, so an invalid field doesn't affect the others.
 * @param within prefix of the field names in messages; empty for the file itself
 * @param onFault receives one message for each invalid, missing or unknown field
 */
export function readFields<Fields extends ManagedFields>(
  json: unknown,
  fields: Fields,
  within: string,
  onFault: (sentence: string) => void,
): ValuesOf<Fields> {
  if (!isRecord(json)) {
    onFault(`${within || 'The file'} must be an object, in { and }.`);
    return {};
  }
  const at = within && `${within}.`;
  const names = Object.keys(fields);
  for (const name of Object.keys(json)) {
    if (!names.includes(name)) onFault(`${at}${nameText(name)} isn't a field. The fields are ${names.join(', ')}.`);
  }
  const values: Record<string, unknown> = {};
  for (const [name, { schema, must, needed }] of Object.entries<ManagedField>(fields)) {
    if (!Object.hasOwn(json, name)) {
      if (needed) onFault(`${at}${name} is missing; it must ${must}.`);
      continue;
    }
    const read = schema.safeParse(json[name]);
    if (read.success) values[name] = read.data;
    else onFault(`${at}${name} must ${must}.`);
  }
  return values as ValuesOf<Fields>;
}

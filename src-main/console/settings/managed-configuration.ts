import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { environments } from '#shared/console-contract/console-calls.ts';
import { profileColours } from '#shared/profile-colours.ts';

const managedProfileSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().trim().min(1).max(60),
  environment: z.enum(environments),
  baseURL: z.string().max(2_000),
  colour: z.enum(profileColours).optional(),
  caFile: z.string().min(1).optional(),
  companiesPageSizeParameter: z.string().min(1).max(40).optional(),
});
export type ManagedProfile = z.infer<typeof managedProfileSchema>;

/** Of the file's shape; a change that an older console would misread takes the next number. */
const managedVersion = 1;

const managedSchema = z.strictObject({
  version: z.literal(managedVersion),
  profiles: z.array(managedProfileSchema).max(20).default([]),
  /** For every profile that names no CA file of its own. */
  caFile: z.string().min(1).optional(),
  /** Only the addresses of `profiles`, and the Sandbox, are called. */
  networkLimited: z.boolean().default(false),
  /** Nothing that creates data is sent. */
  readOnly: z.boolean().default(false),
  updates: z.enum(['off']).optional(),
});

/** What the administrators of this computer have set; everything open where they set nothing. */
export interface ManagedConfiguration extends z.infer<typeof managedSchema> {
  readonly file: string | null;
  /** Why the file is ignored, one sentence. */
  readonly problem: string | null;
}

const open = managedSchema.parse({ version: managedVersion });
/** The largest file that is read, in bytes. */
const largest = 256 * 1024;

/**
 * Reads the configuration file of the computer's administrators.
 * @param file its path, or null where there is none
 * @param problemOfAddress why a base address may not be used, or null
 */
export function readManagedConfiguration(
  file: string | null,
  problemOfAddress: (baseURL: string) => string | null,
): ManagedConfiguration {
  if (file === null) return { ...open, file, problem: null };
  const ignore = (why: string): ManagedConfiguration => ({
    ...open,
    file,
    problem: `The configuration file ${file} is ignored: ${why}`,
  });
  let json: unknown;
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > largest) return ignore('it is larger than 256 KiB.');
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return ignore(code === undefined ? 'it is not JSON.' : `it cannot be read (${code}).`);
  }
  const version = typeof json === 'object' && json !== null && 'version' in json ? json.version : undefined;
  if (typeof version === 'number' && version > managedVersion) {
    return ignore(
      `it is of version ${version}, and this console reads version ${managedVersion}. Install a newer one.`,
    );
  }
  const read = managedSchema.safeParse(json);
  if (!read.success) {
    const issue = read.error.issues[0];
    return ignore(`${issue?.path.join('.') || 'its whole'}: ${issue?.message ?? 'it does not fit'}.`);
  }
  const ids = read.data.profiles.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return ignore(`two profiles have the id ${twice}.`);
  for (const { id, baseURL } of read.data.profiles) {
    const problem = problemOfAddress(baseURL);
    if (problem !== null) return ignore(`profile ${id}: ${problem}`);
  }
  return { ...read.data, file, problem: null };
}

import { z } from 'zod';
import { environments } from '#shared/environments.ts';
import { profileDraftSchema, type ProfileDraft } from '#shared/console-contract/profiles-calls.ts';
import { parseJson } from '#shared/tolerant-reading/read-json.ts';
import { profileColours } from '#shared/profile-colours.ts';
import type { Profile } from './profile.ts';

const kind = 'ferry-console-profiles';
const fileSchema = z.object({
  kind: z.literal(kind),
  version: z.literal(1),
  profiles: z.array(z.unknown()).min(1).max(100),
});

/** Exported fields. They contain no key, no path and no results of local checks. */
const entrySchema = z.object({
  name: z.string(),
  environment: z.enum(environments),
  baseURL: z.string(),
  colour: z.enum(profileColours).optional().catch(undefined),
  companiesPageSizeParameter: z.string().optional(),
  readOnly: z.boolean().optional(),
  ticketTemplate: z.unknown().optional(),
});

export function writeProfileFile(profiles: readonly Profile[]): string {
  const entries = profiles
    .filter(({ builtIn }) => !builtIn)
    .map(({ name, environment, baseURL, colour, companiesPageSizeParameter, readOnly, ticketTemplate }) => ({
      name,
      environment,
      baseURL,
      ...(environment === 'production' ? {} : { colour }),
      companiesPageSizeParameter,
      ...(readOnly ? { readOnly } : {}),
      ...(ticketTemplate === null ? {} : { ticketTemplate }),
    }));
  return `${JSON.stringify({ kind, version: 1, profiles: entries }, null, 2)}\n`;
}

type ReadEntry =
  | { readonly ok: true; readonly draft: ProfileDraft }
  | { readonly ok: false; readonly name: string; readonly problem: string };

export function readProfileFile(text: string): ReadEntry[] | null {
  return parseJson(fileSchema, text.replace(/^\uFEFF/, ''))?.profiles.map(readEntry) ?? null;
}

function readEntry(json: unknown, index: number): ReadEntry {
  const entry = entrySchema.safeParse(json);
  if (!entry.success) {
    return { ok: false, name: `Profile ${index + 1}`, problem: 'Name, environment or base URL is missing.' };
  }
  // Imports only these fields, never a key or the path of a CA file from another device.
  const draft = profileDraftSchema.safeParse({ ...entry.data, caFile: null });
  if (draft.success) return { ok: true, draft: draft.data };
  const issue = draft.error.issues[0];
  return { ok: false, name: entry.data.name.slice(0, 60), problem: `${issue?.path.join('.')}: ${issue?.message}.` };
}

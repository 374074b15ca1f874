import { z } from 'zod';
import { type Outcome, succeed } from '#shared/app-error.ts';
import { brand } from '#shared/brand.ts';
import { keyAgeDays } from '#shared/key-age-days.ts';
import type { KeyView } from '#shared/console-contract/api-key-calls.ts';
import { parseJson } from '#shared/tolerant-reading/read-json.ts';
import type { ExpectedKey } from '../settings/settings-document.ts';
import type { Settings } from '../settings/settings.ts';

/** Keychain entry of a profile: the key and the only origin that may receive it. */
const storedKeySchema = z.object({
  key: z.string().min(1),
  origin: z.string().min(1),
  storedAt: z.iso.datetime(),
});
export type StoredKey = z.infer<typeof storedKeySchema>;

/** Serializes to one line, because some keyrings damage secrets with line breaks. */
export const writeStoredKey = ({ key, origin, storedAt }: StoredKey): string =>
  JSON.stringify({ key, origin, storedAt });

export const readStoredKey = (line: string): StoredKey | null => parseJson(storedKeySchema, line);

const prefixes = [brand.productionKeyPrefix, brand.testKeyPrefix];

export const prefixOf = (key: string): string | null => prefixes.find((prefix) => key.startsWith(prefix)) ?? null;

export const describeKey = ({ key, origin, storedAt }: StoredKey) => ({
  origin,
  storedAt,
  lastFour: key.slice(-4),
  prefix: prefixOf(key),
});

const dayMs = 24 * 60 * 60 * 1000;

export function viewKey(
  known: Pick<KeyView, 'storage' | 'lastFour' | 'prefix' | 'storedAt' | 'refused'>,
  now: Date,
): KeyView {
  const { storage, lastFour, prefix, storedAt, refused } = known;
  const ageDays = Math.max(0, Math.floor((now.getTime() - Date.parse(storedAt)) / dayMs));
  const replace = ageDays >= keyAgeDays.advised;
  const remind = ageDays >= keyAgeDays.soon;
  const age = replace ? 'replace' : remind ? 'remind' : 'fresh';
  return { storage, lastFour, prefix, storedAt, ageDays, age, refused };
}

export const expectedKeyOf = (settings: Settings, profileId: string): ExpectedKey | null =>
  settings.current().expectedKeys.find((expectedKey) => expectedKey.profileId === profileId) ?? null;

export const expectKey = (settings: Settings, key: ExpectedKey): Promise<Outcome<unknown>> =>
  settings.change(({ expectedKeys }) => ({
    expectedKeys: [...expectedKeys.filter(({ profileId }) => profileId !== key.profileId), key],
  }));

export const expectNoKey = async (settings: Settings, profileId: string): Promise<Outcome<unknown>> =>
  expectedKeyOf(settings, profileId)
    ? settings.change(({ expectedKeys }) => ({
        expectedKeys: expectedKeys.filter((expectedKey) => expectedKey.profileId !== profileId),
      }))
    : succeed(null);

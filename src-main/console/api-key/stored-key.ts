import { z } from 'zod';

/** What the keychain keeps for a profile: the key with the one origin that may get it. */
const storedKeySchema = z.object({
  key: z.string().min(1),
  origin: z.string().min(1),
  storedAt: z.iso.datetime(),
});
export type StoredKey = z.infer<typeof storedKeySchema>;

/** One line: some keyrings damage secrets of several lines. */
export const writeStoredKey = ({ key, origin, storedAt }: StoredKey): string =>
  JSON.stringify({ key, origin, storedAt });

export function readStoredKey(line: string): StoredKey | null {
  try {
    const stored = storedKeySchema.safeParse(JSON.parse(line));
    return stored.success ? stored.data : null;
  } catch {
    return null;
  }
}

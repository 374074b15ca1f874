import { randomUUID } from 'node:crypto';
import type { ApiKeyStore, StoredApiKey } from '../store/api-key-store.ts';
import { hashSecret, newApiKey } from './secret.ts';

interface ApiKeyWanted {
  /** Name or number of the organization; the seeded one when left out. */
  readonly organization?: string | number | undefined;
  readonly description: string;
  readonly production?: boolean | undefined;
}

/** Makes an API key and stores its hash. The key itself exists in the result only (specification, "Authentication" 2). */
export const makeApiKey = async (
  store: ApiKeyStore,
  { organization, description, production = false }: ApiKeyWanted,
  now: number,
): Promise<{ readonly apiKey: string; readonly stored: StoredApiKey }> => {
  const apiKey = newApiKey(production);
  const key = { hash: hashSecret(apiKey), lastFour: apiKey.slice(-4) };
  const stored = await store.create({ id: randomUUID(), ...key, organization, description, production }, now);
  return { apiKey, stored };
};

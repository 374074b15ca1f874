import type { SecretStore } from '../ports/secret-store.ts';

export function createMemoryStore(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    get: async (account) => ({ ok: true, value: secrets.get(account) ?? null }),
    set: async (account, secret) => {
      secrets.set(account, secret);
      return { ok: true, value: null };
    },
    delete: async (account) => ({ ok: true, value: secrets.delete(account) }),
  };
}

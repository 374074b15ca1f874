import type { SelfCheckItem } from '#shared/console-contract/self-check-calls.ts';
import { probeStore } from '../api-key/probe-store.ts';
import type { SecretStore } from '../api-key/secret-store.ts';

/** Whether the keychain works now, found out by writing, reading and deleting an entry of no value. */
export async function checkKeychain(secrets: SecretStore): Promise<readonly SelfCheckItem[]> {
  const probe = await probeStore(secrets);
  return [
    {
      group: 'keychain',
      name: 'State',
      state: probe.ok ? 'good' : 'attention',
      found: probe.ok ? 'ok: it takes an entry and gives it back' : `${probe.state}: ${probe.detail}`,
    },
  ];
}

import os from 'node:os';
import { visibleText } from '#shared/visible-text.ts';
import type { SelfCheckItem, selfCheckCalls } from '#shared/console-contract/self-check-calls.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import type { ConsolePorts } from '../console-ports.ts';

export type SelfCheck = ResultOf<typeof selfCheckCalls.read>;

export interface SelfCheckSources {
  readonly ports: Pick<ConsolePorts, 'host' | 'version' | 'clock' | 'inspectHost' | 'redactor'>;
  /** Base address of the active profile. */
  readonly serviceURL: () => string | null;
  /** Whether the configuration of this computer is in force. */
  readonly managed: SelfCheckItem;
  /** The state of the keychain and of what else the console itself keeps. */
  readonly keychain: () => Promise<readonly SelfCheckItem[]>;
}

/** Looks at the keychain, the network, the isolation of the pages and the fuses of the program. */
export async function runSelfCheck({ ports, serviceURL, managed, keychain }: SelfCheckSources): Promise<SelfCheck> {
  const [facts, keychainItems] = await Promise.all([ports.inspectHost(serviceURL()), keychain()]);
  const items = [...keychainItems, managed, ...facts.items];
  return {
    at: ports.clock.now().toISOString(),
    host: ports.host,
    // A proxy's address may carry a password.
    items: items.map((item) => ({ ...item, found: visibleText(ports.redactor.text(item.found)) })),
    versions: [
      { name: 'Console', version: ports.version },
      ...facts.versions,
      { name: 'System', version: `${os.type()} ${os.release()} ${os.arch()}` },
    ],
  };
}

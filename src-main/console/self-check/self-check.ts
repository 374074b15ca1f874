import os from 'node:os';
import { succeed } from '#shared/app-error.ts';
import type { selfCheckCalls, SelfCheckItem } from '#shared/console-contract/self-check-calls.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import { visibleText } from '#shared/visible-text.ts';
import { probeStore } from '../api-key/probe-store.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { SecretStore, SecretStoreFailure } from '../ports/secret-store.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import { managedItem } from '../settings/managed-configuration.ts';

interface SwitchFacts {
  readonly names: readonly string[];
  readonly isProtectionWeaker: boolean;
  /** Environment variables that are set but ignored. */
  readonly dropped: readonly string[];
}

export const checkItem = (
  group: SelfCheckItem['group'],
  name: string,
  state: SelfCheckItem['state'],
  found: string,
): SelfCheckItem => ({ group, name, state, found });

export function switchesItem({ names, isProtectionWeaker, dropped }: SwitchFacts): SelfCheckItem {
  const addedText = names.length > 0 ? `Added: ${names.join(', ')}` : 'Only the switches that Ferry sets';
  const droppedText = dropped.length > 0 ? `. Ignored: ${dropped.join(', ')}` : '';
  return checkItem('isolation', 'Switches', isProtectionWeaker ? 'attention' : 'good', `${addedText}${droppedText}`);
}

/** Checks a variable that turns off certificate checks in Node. No host respects that variable. */
export function certificateChecksItem(env: NodeJS.ProcessEnv): SelfCheckItem {
  const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';
  const ignoredText = env[variable] === '0' ? `. ${variable} is set but has no effect` : '';
  return checkItem('network', 'Certificate checks', 'good', `On, for every request${ignoredText}`);
}

export type SelfCheck = ResultOf<typeof selfCheckCalls.read>;

type SelfCheckTopicPorts = BaseTopics & { readonly ports: Pick<ConsolePorts, 'secrets'> };

export function createSelfCheckTopic({ ports, settings, profiles }: SelfCheckTopicPorts) {
  const run = async (): Promise<SelfCheck> => {
    const { baseURL } = profiles.view();
    const [facts, keychain] = await Promise.all([ports.inspectHost(baseURL), checkKeychain(ports.secrets)]);
    const items = [keychain, managedItem(settings.managed), ...facts.items];
    return {
      at: ports.clock.now().toISOString(),
      host: ports.host,
      // A proxy address may contain a password.
      items: items.map(({ found, ...rest }) => ({ ...rest, found: visibleText(ports.redactor.text(found)) })),
      versions: [
        { name: 'Console', version: ports.version },
        ...facts.versions,
        { name: 'System', version: `${os.type()} ${os.release()} ${os.arch()}` },
      ],
    };
  };
  return { run, handlers: { read: async () => succeed(await run()) } };
}

export type SelfCheckTopic = ReturnType<typeof createSelfCheckTopic>;

const keychainStates: Record<SecretStoreFailure['state'], string> = {
  denied: 'Access denied',
  locked: 'Locked',
  slow: 'Slow',
  unavailable: 'Unavailable',
};

async function checkKeychain(secrets: SecretStore): Promise<SelfCheckItem> {
  const probe = await probeStore(secrets);
  return probe.ok
    ? checkItem('keychain', 'State', 'good', 'Stores and returns entries')
    : checkItem('keychain', 'State', 'attention', `${keychainStates[probe.state]}. ${probe.detail}`);
}

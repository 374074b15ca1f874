import { originOf, readBaseAddress } from '../addresses/base-address.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { SettingsTopic } from '../settings/settings-topic.ts';
import { createNetworkGate } from './network-gate.ts';

interface NetworkTopicPorts {
  readonly ports: Pick<ConsolePorts, 'transport' | 'transportWithCa' | 'resolveHost'>;
  readonly settings: SettingsTopic;
  readonly sandbox: Pick<Sandbox, 'url'>;
}

export function createNetworkTopic({ ports, settings, sandbox }: NetworkTopicPorts) {
  const { networkLimited: isLimited, profiles: managed } = settings.managed;
  const originsOf = (profiles: readonly { readonly baseURL: string }[]): string[] => {
    const baseAddresses = profiles.map(({ baseURL }) => readBaseAddress(baseURL));
    return [...new Set(baseAddresses.flatMap((address) => (address.ok ? [address.origin] : [])))];
  };
  const allowed = originsOf(managed);
  const origins = () => {
    const url = sandbox.url();
    const profileOrigins = isLimited ? [] : originsOf(settings.current().profiles);
    return [...allowed, ...profileOrigins, ...originsOf(url === null ? [] : [{ baseURL: url }])];
  };
  return {
    ...createNetworkGate(ports, { isLimited, origins }),
    mayCall: (baseURL: string) => !isLimited || allowed.includes(originOf(baseURL)),
    refusalOf: (baseURL: string) => {
      const allowedText = allowed.length > 0 ? `${allowed.join(', ')} and the Sandbox` : 'the Sandbox only';
      return `${originOf(baseURL)} is blocked. Your administrator allows ${allowedText}.`;
    },
  };
}

export type Network = ReturnType<typeof createNetworkTopic>;

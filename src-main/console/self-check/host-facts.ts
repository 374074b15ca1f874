import type { SelfCheckItem, Version } from '#shared/console-contract/self-check-calls.ts';

/** What only the host knows about its runtime. */
export interface HostFacts {
  readonly versions: readonly Version[];
  readonly items: readonly SelfCheckItem[];
}

/** What the start's own arguments and variables changed in the runtime. */
export interface SwitchFacts {
  /** Names of switches that are in force besides Ferry's own flags, without their values. */
  readonly names: readonly string[];
  /** Whether one of them could weaken the console. */
  readonly isWeaker: boolean;
  /** Names of variables that were set and have no effect. */
  readonly dropped: readonly string[];
}

/** How the self-check says which switches are in force. */
export function switchesItem({ names, isWeaker, dropped }: SwitchFacts): SelfCheckItem {
  const found = `${names.length > 0 ? names.join(', ') : 'none'} besides Ferry's own`;
  const rest = dropped.length > 0 ? `; without effect: ${dropped.join(', ')}` : '';
  return { group: 'isolation', name: 'Switches', state: isWeaker ? 'attention' : 'good', found: `${found}${rest}` };
}

/** @param serviceURL the address whose proxy is asked for; null where no service is known */
export type InspectHost = (serviceURL: string | null) => Promise<HostFacts>;

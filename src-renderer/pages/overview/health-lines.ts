import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { SelfCheckItem } from '#shared/console-contract/self-check-calls.ts';
import { countedText } from '#ui/values/number-text.ts';
import { ageText, durationText } from '#ui/values/times.tsx';

export interface HealthLine {
  readonly name: string;
  /** `unknown` during a check, and if the check failed. */
  readonly state: 'good' | 'attention' | 'bad' | 'unknown';
  readonly text: string;
}

const connectionWords: Record<ConsoleState['connection']['state'], readonly [HealthLine['state'], string]> = {
  unknown: ['unknown', 'Not checked yet'],
  starting: ['unknown', 'Starting'],
  connected: ['good', 'Connected'],
  offline: ['attention', 'No connection'],
  failing: ['bad', 'Service error'],
  unauthorized: ['bad', 'The key was rejected'],
};

const serviceLine = ({ connection }: ConsoleState, now: Date): HealthLine => {
  const [state, word] = connectionWords[connection.state];
  const age = connection.at === null ? '' : `, checked ${ageText(now.getTime() - Date.parse(connection.at))} ago`;
  const hasLatency = connection.state === 'connected' && connection.latencyMs !== null;
  return {
    name: 'Service',
    state,
    text: hasLatency ? `${durationText(connection.latencyMs ?? 0)}${age}` : `${word}${age}`,
  };
};

const keyLine = ({ profile: { builtIn, key } }: ConsoleState): HealthLine => {
  if (builtIn) return { name: 'API key', state: 'good', text: 'Created by the Sandbox' };
  if (!key) return { name: 'API key', state: 'bad', text: 'No key stored yet' };
  if (key.refused) return { name: 'API key', state: 'bad', text: `····${key.lastFour} was rejected` };
  const age = `${countedText(key.ageDays, 'day')} old`;
  return {
    name: 'API key',
    state: key.age === 'fresh' ? 'good' : 'attention',
    text: `····${key.lastFour}, ${key.age === 'replace' ? `${age}: replace it` : age}`,
  };
};

/** Returns the first clause. The Self-check page shows the full sentence. */
const startOf = (found: string): string => {
  const start = found.split(/[:;]/)[0] ?? '';
  return start.charAt(0).toUpperCase() + start.slice(1);
};

const checkLine = (name: string, item: SelfCheckItem | undefined): HealthLine => ({
  name,
  state: item?.state ?? 'unknown',
  text: item ? startOf(item.found) : 'Checking',
});

const contractLine = (drift: number | null): HealthLine => {
  if (drift === null) return { name: 'Contract', state: 'unknown', text: 'Not compared yet' };
  if (drift === 0) return { name: 'Contract', state: 'good', text: 'Responses match the contract' };
  return { name: 'Contract', state: 'attention', text: `${countedText(drift, 'difference')} from the contract` };
};

const portOf = (address: string): string => new URL(address).port;

interface HealthFacts {
  readonly state: ConsoleState;
  readonly items: readonly SelfCheckItem[] | undefined;
  readonly drift: number | null;
  /** The Sandbox's base URL. Null if it isn't running, undefined if unknown. */
  readonly sandboxURL: string | null | undefined;
}

export const healthLines = ({ state, items, drift, sandboxURL }: HealthFacts, now: Date): readonly HealthLine[] => [
  serviceLine(state, now),
  keyLine(state),
  checkLine(
    'Keychain',
    items?.find(({ group, state: each }) => group === 'keychain' && each !== 'good') ??
      items?.find(({ group }) => group === 'keychain'),
  ),
  checkLine(
    'Proxy',
    items?.find(({ group, name }) => group === 'network' && name === 'Proxy'),
  ),
  contractLine(drift),
  sandboxURL
    ? { name: 'Sandbox', state: 'good', text: `Running on port ${portOf(sandboxURL)}` }
    : { name: 'Sandbox', state: 'unknown', text: sandboxURL === null ? 'Not running' : 'Checking' },
];

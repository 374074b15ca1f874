import type { MintToken, TokenHistory } from '../link-tokens/link-tokens.ts';
import type { NetworkGate } from '../network/network-gate.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';

export interface LabPorts extends Pick<ConsolePorts, 'host' | 'labFiles' | 'clock' | 'redactor' | 'forgetGuest'> {
  readonly mint: MintToken;
  readonly history: TokenHistory;
  readonly onAnswer: (profileId: string, durationMs: number) => void;
  readonly onStatus: (profileId: string, migrationId: string, status: string) => void;
  readonly network: Pick<NetworkGate, 'getNamed' | 'refusalOfNamed' | 'limitedTo'>;
}

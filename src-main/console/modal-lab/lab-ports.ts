import type { Clock } from '../clock/clock.ts';
import type { MintToken, TokenHistory } from '../link-tokens/link-tokens.ts';
import type { Redactor } from '../log/redactor.ts';
import type { NetworkGate } from '../network/network-gate.ts';

export interface LabPorts {
  readonly host: 'electron' | 'browser';
  readonly labFiles: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly mint: MintToken;
  readonly history: TokenHistory;
  readonly onAnswer: (profileId: string, durationMs: number) => void;
  readonly onStatus: (profileId: string, migrationId: string, status: string) => void;
  /** Clears a guest's session after its lab has ended. Omitted if guests share a session. Never rejects. */
  readonly forgetGuest?: (partition: string) => Promise<void>;
  readonly network: Pick<NetworkGate, 'getNamed' | 'refusalOfNamed' | 'limitedTo'>;
}

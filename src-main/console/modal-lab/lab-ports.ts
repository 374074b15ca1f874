import type { Clock } from '../clock/clock.ts';
import type { MintToken, TokenHistory } from '../link-tokens/link-tokens.ts';
import type { Redactor } from '../log/redactor.ts';
import type { NetworkGate } from '../network/network-gate.ts';

/** What a lab is lent by the console. */
export interface LabPorts {
  readonly host: 'electron' | 'browser';
  /** Folder of the built files of the lab's page. */
  readonly labFiles: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly mint: MintToken;
  readonly history: TokenHistory;
  /** The service of this profile has answered the page of a lab. */
  readonly onAnswer: (profileId: string, durationMs: number) => void;
  /** A modal has told another status of its migration. */
  readonly onStatus: (profileId: string, migrationId: string, status: string) => void;
  /** Empties the session of a guest whose lab has ended; only where guests have one of their own. Never rejects. */
  readonly forgetGuest?: (partition: string) => Promise<void>;
  /** For the one look at a modal's page that stays silent, and for what a limited network lets a page reach. */
  readonly network: Pick<NetworkGate, 'getNamed' | 'refusalOfNamed' | 'limitedTo'>;
}

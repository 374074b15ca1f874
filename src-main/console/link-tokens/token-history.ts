import type { TokenRecord } from '#shared/console-contract/link-tokens-calls.ts';
import type { Clock } from '../clock/clock.ts';

/** Records of a run that are kept. */
export const longestHistory = 50;

export interface NewToken {
  readonly profileId: string;
  readonly purpose: TokenRecord['purpose'];
  readonly state: Extract<TokenRecord['state'], 'minted' | 'unanswered'>;
  /** When the call was sent, by the clock's `monotonic`: the token is no older than that. */
  readonly sentAt: number;
}

/** The link tokens of this run: that they were made and what became of them, never a value. */
export interface TokenHistory {
  readonly add: (token: NewToken) => TokenRecord;
  /** The console has seen its exchange; nothing happens where it is not kept any more. */
  readonly markExchanged: (id: number) => void;
  /** Newest first. */
  readonly list: () => TokenRecord[];
}

type Kept = Omit<TokenRecord, 'ageMs'> & { readonly sentAt: number };

export function createTokenHistory(
  clock: Pick<Clock, 'now' | 'monotonic'>,
  onChange: (records: TokenRecord[]) => void,
): TokenHistory {
  let kept: Kept[] = [];
  let lastId = 0;
  const view = ({ sentAt, ...record }: Kept): TokenRecord => ({ ...record, ageMs: clock.monotonic() - sentAt });
  const list = () => kept.map(view);
  return {
    add: ({ sentAt, ...token }) => {
      lastId += 1;
      const now = clock.now().toISOString();
      const mintMs = clock.monotonic() - sentAt;
      const record: Kept = { ...token, id: lastId, mintedAt: now, mintMs, usedAfterMs: null, sentAt };
      kept = [record, ...kept].slice(0, longestHistory);
      onChange(list());
      return view(record);
    },
    markExchanged: (id) => {
      kept = kept.map((record) =>
        record.id === id && record.state === 'minted'
          ? { ...record, state: 'exchanged', usedAfterMs: clock.monotonic() - record.sentAt }
          : record,
      );
      onChange(list());
    },
    list,
  };
}

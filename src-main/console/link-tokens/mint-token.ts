import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { TokenRecord } from '#shared/console-contract/link-tokens-calls.ts';
import type { ApiClient, ServicePlace } from '../api-client/api-client.ts';
import { asRecord, textOrNull } from '#shared/tolerant-reading/read-field.ts';
import type { Clock } from '../clock/clock.ts';
import type { Redactor } from '../log/redactor.ts';
import type { TokenHistory } from './token-history.ts';

export interface MintPorts {
  readonly api: Pick<ApiClient, 'createLinkToken'>;
  readonly clock: Clock;
  readonly history: TokenHistory;
  /** Learns every token before anything else can see it. */
  readonly redactor: Pick<Redactor, 'learn'>;
  readonly profileId: () => string;
}

export interface MintedToken {
  readonly record: TokenRecord;
  /** The value; whoever gets it must not keep it. */
  readonly linkToken: string;
}

/**
 * Asks for one link token, once (specification, "POST /api/v1/link-token").
 * @param place the only service that it may come from; any that the active profile names where it is left out
 */
export type MintToken = (
  purpose: TokenRecord['purpose'],
  signal: AbortSignal,
  place?: ServicePlace,
) => Promise<Outcome<MintedToken>>;

export const createMint =
  ({ api, clock, history, redactor, profileId }: MintPorts): MintToken =>
  async (purpose, signal, place) => {
    const asked = { profileId: profileId(), purpose, sentAt: clock.monotonic() };
    const reply = await api.createLinkToken(signal, place);
    if (!reply.ok) {
      if (reply.error.code === 'reply_lost' || reply.error.code === 'cancelled')
        history.add({ ...asked, state: 'unanswered' });
      return reply;
    }
    const linkToken = textOrNull(asRecord(reply.value.json)?.['link_token']);
    if (linkToken === null) {
      history.add({ ...asked, state: 'unanswered' });
      return fail('unreadable_reply', clock.now(), { detail: 'The reply holds no link_token.' });
    }
    redactor.learn(linkToken);
    return succeed({ linkToken, record: history.add({ ...asked, state: 'minted' }) });
  };

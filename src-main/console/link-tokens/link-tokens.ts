import { andThen, fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { TokenRecord } from '#shared/console-contract/link-tokens-calls.ts';
import { asRecord, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ServicePlace } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { createHostedLink } from '../base-topics/create-hosted-link.ts';

export const maxHistory = 50;

interface NewToken {
  readonly profileId: string;
  readonly purpose: TokenRecord['purpose'];
  readonly state: Extract<TokenRecord['state'], 'minted' | 'unanswered'>;
  /** Send time on the monotonic clock. The token can't be older than this. */
  readonly sentAt: number;
}

type StoredRecord = Omit<TokenRecord, 'ageMs'> & { readonly sentAt: number };

export function createTokenHistory(
  clock: Pick<Clock, 'now' | 'monotonic'>,
  onChange: (records: TokenRecord[]) => void,
) {
  let tokens: StoredRecord[] = [];
  let lastId = 0;
  const view = ({ sentAt, ...record }: StoredRecord): TokenRecord => ({ ...record, ageMs: clock.monotonic() - sentAt });
  const list = () => tokens.map(view);
  return {
    add: ({ sentAt, ...token }: NewToken): TokenRecord => {
      lastId += 1;
      const now = clock.now().toISOString();
      const mintMs = clock.monotonic() - sentAt;
      const record: StoredRecord = { ...token, id: lastId, mintedAt: now, mintMs, usedAfterMs: null, sentAt };
      tokens = [record, ...tokens].slice(0, maxHistory);
      onChange(list());
      return view(record);
    },
    markExchanged: (id: number) => {
      tokens = tokens.map((record) =>
        record.id === id && record.state === 'minted'
          ? { ...record, state: 'exchanged', usedAfterMs: clock.monotonic() - record.sentAt }
          : record,
      );
      onChange(list());
    },
    list,
  };
}

export type TokenHistory = ReturnType<typeof createTokenHistory>;

export interface MintedToken {
  readonly record: TokenRecord;
  readonly linkToken: string;
}

/** Sends the request once, to `place` or else to the active profile's service. */
export type MintToken = (
  purpose: TokenRecord['purpose'],
  signal: AbortSignal,
  place?: ServicePlace,
) => Promise<Outcome<MintedToken>>;

export function createLinkTokensTopic(topic: BaseTopics) {
  const { ports, clock, profiles, api, features, events } = topic;
  const history = createTokenHistory(clock, (records) => events.emit('linkTokens:changed', records));
  const mint: MintToken = async (purpose, signal, place) => {
    const request = { profileId: profiles.activeId(), purpose, sentAt: clock.monotonic() };
    const reply = await api.createLinkToken(signal, place);
    if (!reply.ok) {
      if (reply.error.code === 'reply_lost' || reply.error.code === 'cancelled')
        history.add({ ...request, state: 'unanswered' });
      return reply;
    }
    const linkToken = textOrNull(asRecord(reply.value.json)?.['link_token']);
    if (linkToken === null) {
      history.add({ ...request, state: 'unanswered' });
      return fail('unreadable_reply', clock.now(), { detail: 'The response contains no link_token.' });
    }
    ports.redactor.learn(linkToken);
    return succeed({ linkToken, record: history.add({ ...request, state: 'minted' }) });
  };
  return {
    mint,
    history,
    handlers: {
      mint: ({ confirmed }, { signal }) => andThen(profiles.checkCreates(confirmed), () => mint('create', signal)),
      history: async () => succeed(history.list()),
      hasHostedLinks: (_args, { signal }) =>
        andThen(profiles.access(), (access) => features('hosted_links', access, signal)),
      hostedLink: ({ userId, confirmed }, { signal }) =>
        createHostedLink(topic, { path: '/hosted-links/v1', body: { user_id: userId }, confirmed }, signal),
    } satisfies ConsoleHandlers['linkTokens'],
  };
}

import { Inconclusive, type Proof, refusalVerdict } from './proof.ts';

const expected = 'First accepted, second refused';

/** Exchanges one link token twice (specification, "Authentication" 7). */
export const singleUse: Proof = async (lab) => {
  const linkToken = await lab.mint();
  const first = await lab.exchange('Exchange a fresh token', linkToken);
  if (first.outcome !== 'accepted') throw new Inconclusive("A fresh token wasn't exchanged", expected, first);
  const second = await lab.exchange('The same token again', linkToken);
  const verdict = refusalVerdict(second);
  if (verdict === 'unknown') throw new Inconclusive('The second exchange got an unexpected response', expected, second);
  const received = `First accepted, second ${verdict === 'pass' ? 'refused' : 'accepted'}: ${second.summary}`;
  return verdict === 'pass'
    ? {
        verdict,
        expected,
        title: 'The second exchange was refused',
        text: 'The first exchange used up the token, as specified.',
        received,
      }
    : {
        verdict,
        expected,
        title: 'One link token was exchanged twice',
        text: 'Link tokens are single use. This service accepted the token again, so anyone who finds the token later also gets a session.',
        received,
        wrong: [second.no],
      };
};

const parallelExchanges = 8;
const expectedOutcome = `1 of ${parallelExchanges} accepted, ${parallelExchanges - 1} refused`;

/** Exchanges a link token eight times concurrently. Exactly one may succeed (specification, "Authentication" 7). */
export const eightExchanges: Proof = async (lab) => {
  const linkToken = await lab.mint();
  const replies = await Promise.all(
    Array.from({ length: parallelExchanges }, (_, index) =>
      lab.exchange(`Exchange ${index + 1} of ${parallelExchanges}`, linkToken, { lane: true }),
    ),
  );
  const acceptedReplies = replies.filter(({ outcome }) => outcome === 'accepted');
  const refusedCount = replies.filter(({ outcome }) => outcome === 'refused').length;
  const unclear = replies.find(({ outcome }) => outcome === 'unclear');
  const received = `${acceptedReplies.length} of ${parallelExchanges} accepted, ${refusedCount} refused${unclear ? `, ${parallelExchanges - acceptedReplies.length - refusedCount} without a clear response` : ''}`;
  if (acceptedReplies.length > 1) {
    return {
      verdict: 'fail',
      title: `${acceptedReplies.length} exchanges of one link token succeeded`,
      text: `Link tokens are single use. This service accepted requests ${acceptedReplies.map(({ no }) => no - 1).join(' and ')}, so several browsers could get a session from one token.`,
      expected: expectedOutcome,
      received,
      wrong: acceptedReplies.slice(1).map(({ no }) => no),
    };
  }
  if (unclear) throw new Inconclusive('Not every request got a clear response', expectedOutcome, { summary: received });
  if (acceptedReplies.length === 0)
    throw new Inconclusive('No exchange succeeded', expectedOutcome, { summary: received });
  return {
    verdict: 'pass',
    title: 'Exactly one exchange succeeded',
    text: 'Of eight concurrent requests with one token, one succeeded.',
    expected: expectedOutcome,
    received,
  };
};

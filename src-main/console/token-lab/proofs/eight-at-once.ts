import { cannotTell, type Finding } from '../finding.ts';
import type { Proof } from '../proof.ts';

const racers = 8;
const expected = `1 of ${racers} accepted, ${racers - 1} refused`;

/** Exchanges one link token eight times at once: exactly one may win (specification, "Authentication" 7). */
export const eightAtOnce: Proof = async (lab): Promise<Finding> => {
  const minted = await lab.mint();
  if (!minted.ok) return minted.finding;
  const replies = await Promise.all(
    Array.from({ length: racers }, (_, index) =>
      lab.exchange(`Exchange ${index + 1} of ${racers}`, minted.value, { lane: true }),
    ),
  );
  const accepted = replies.filter(({ outcome }) => outcome === 'accepted');
  const refused = replies.filter(({ outcome }) => outcome === 'refused').length;
  const unclear = replies.find(({ outcome }) => outcome === 'unclear');
  const received = `${accepted.length} of ${racers} accepted, ${refused} refused${unclear ? `, ${racers - accepted.length - refused} without a clear answer` : ''}`;
  if (accepted.length > 1) {
    return {
      verdict: 'fail',
      title: `${accepted.length} exchanges of one link token succeeded`,
      text: `The specification says that a link token is single use. This service accepted requests ${accepted.map(({ no }) => no - 1).join(' and ')}, so several browsers could hold a session from one token.`,
      expected,
      received,
      wrong: accepted.slice(1).map(({ no }) => no),
    };
  }
  if (unclear) return { ...cannotTell('Not every request was answered clearly', expected, unclear), received };
  const first = replies[0];
  if (accepted.length === 0 && first) return { ...cannotTell('No exchange succeeded', expected, first), received };
  return {
    verdict: 'pass',
    title: 'Exactly one exchange succeeded',
    text: 'Eight requests with one token were under way at the same time, and one of them won.',
    expected,
    received,
  };
};

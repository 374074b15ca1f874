import { cannotTell, type Finding, refusalVerdict } from '../finding.ts';
import type { Proof } from '../proof.ts';

const expected = 'First accepted, second refused';

/** Exchanges one link token twice (specification, "Authentication" 7). */
export const singleUse: Proof = async (lab): Promise<Finding> => {
  const minted = await lab.mint();
  if (!minted.ok) return minted.finding;
  const first = await lab.exchange('Exchange a fresh token', minted.value);
  if (first.outcome !== 'accepted') return cannotTell('A fresh token was not exchanged', expected, first);
  const second = await lab.exchange('The same token again', minted.value);
  const verdict = refusalVerdict(second);
  if (verdict === 'unknown') return cannotTell('The second exchange was not answered clearly', expected, second);
  const received = `First accepted, second ${verdict === 'pass' ? 'refused' : 'accepted'}: ${second.said}`;
  return verdict === 'pass'
    ? {
        verdict,
        title: 'The second exchange was refused',
        text: 'The token was spent by the first exchange, as the specification says.',
        expected,
        received,
      }
    : {
        verdict,
        title: 'One link token was exchanged twice',
        text: 'The specification says that a link token is single use. This service took it again, so whoever sees it later gets a session too.',
        expected,
        received,
        wrong: [second.no],
      };
};

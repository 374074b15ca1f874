import { tokenLifetimes } from '#shared/migration-api/tokens.ts';
import { cannotTell, check, type Finding, refusalVerdict, verdictOf } from '../finding.ts';
import type { Proof } from '../proof.ts';

const earlyAfter = 50;
const lateAfter = tokenLifetimes.linkToken + 1;
const expected = `Accepted after ${earlyAfter} s, refused after ${lateAfter} s`;

/** Exchanges one link token shortly before its end and one after it (specification, "Authentication" 7). */
export const expiry: Proof = async (lab): Promise<Finding> => {
  const late = await lab.mint();
  if (!late.ok) return late.finding;
  const early = await lab.mint();
  if (!early.ok) return early.finding;
  const before = await lab.letPass(earlyAfter, `Waiting until the tokens are ${earlyAfter} s old`);
  if (!before.ok) return before.finding;
  const taken = await lab.exchange(`Exchange after ${earlyAfter} s`, early.value);
  const after = await lab.letPass(lateAfter - earlyAfter, `Waiting until the other token is ${lateAfter} s old`);
  if (!after.ok) return after.finding;
  const refused = await lab.exchange(`Exchange after ${lateAfter} s`, late.value);
  const lives = taken.outcome === 'accepted' ? 'pass' : taken.outcome === 'refused' ? 'fail' : 'unknown';
  const ends = refusalVerdict(refused);
  const checks = [
    check(`After ${earlyAfter} s`, 'accepted', taken.said, lives),
    check(`After ${lateAfter} s`, 'refused', refused.said, ends),
  ];
  const verdict = verdictOf(checks);
  if (verdict === 'unknown') {
    const unclear = lives === 'unknown' ? taken : refused;
    return { ...cannotTell('An exchange was not answered clearly', expected, unclear), checks };
  }
  const received = `${lives === 'pass' ? 'Accepted' : 'Refused'} after ${earlyAfter} s, ${ends === 'pass' ? 'refused' : 'accepted'} after ${lateAfter} s`;
  const wrong = [...(lives === 'fail' ? [taken.no] : []), ...(ends === 'fail' ? [refused.no] : [])];
  if (verdict === 'pass') {
    return {
      verdict,
      title: 'The old token was refused',
      text: `A token was still good after ${earlyAfter} s and no longer after ${lateAfter} s.`,
      expected,
      received,
      checks,
    };
  }
  return {
    verdict,
    title: ends === 'fail' ? `A token was exchanged ${lateAfter} s after it was made` : 'A token ended too early',
    text:
      ends === 'fail'
        ? 'The specification gives a link token 60 s. This one lives on, so one that leaks stays dangerous.'
        : 'The specification gives a link token 60 s. Users on slow connections lose theirs here.',
    expected,
    received,
    checks,
    wrong,
  };
};

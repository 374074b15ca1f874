import { operations } from '#shared/migration-api/operations.ts';
import { tokenLifetimes } from '#shared/token-lifetimes.ts';
import { cannotTell, check, type Finding, type Proof, refusalVerdict, verdictOf } from './proof.ts';

const earlyAfter = 50;
const lateAfter = tokenLifetimes.linkToken + 1;
const expected = `Accepted after ${earlyAfter} s, refused after ${lateAfter} s`;

/** Exchanges a link token shortly before its expiry, and another one later (specification, "Authentication" 7). */
export const expiry: Proof = async (lab): Promise<Finding> => {
  const late = await lab.mint();
  if (!late.ok) return late.finding;
  const early = await lab.mint();
  if (!early.ok) return early.finding;
  const before = await lab.letPass(earlyAfter, `Waiting until the tokens are ${earlyAfter} s old`);
  if (!before.ok) return before.finding;
  const taken = await lab.exchange(`Exchange after ${earlyAfter} s`, early.value);
  const after = await lab.letPass(lateAfter - earlyAfter, `Waiting until the second token is ${lateAfter} s old`);
  if (!after.ok) return after.finding;
  const refused = await lab.exchange(`Exchange after ${lateAfter} s`, late.value);
  const lives = taken.outcome === 'accepted' ? 'pass' : taken.outcome === 'refused' ? 'fail' : 'unknown';
  const ends = refusalVerdict(refused);
  const checks = [
    check(`After ${earlyAfter} s`, 'accepted', taken.summary, lives),
    check(`After ${lateAfter} s`, 'refused', refused.summary, ends),
  ];
  const verdict = verdictOf(checks);
  if (verdict === 'unknown') {
    const unclear = lives === 'unknown' ? taken : refused;
    return { ...cannotTell('An exchange got an unexpected response', expected, unclear), checks };
  }
  const received = `${lives === 'pass' ? 'Accepted' : 'Refused'} after ${earlyAfter} s, ${ends === 'pass' ? 'refused' : 'accepted'} after ${lateAfter} s`;
  const wrong = [...(lives === 'fail' ? [taken.no] : []), ...(ends === 'fail' ? [refused.no] : [])];
  if (verdict === 'pass') {
    return {
      verdict,
      title: 'The old token was refused',
      text: `A token was accepted after ${earlyAfter} s. Another token was refused after ${lateAfter} s.`,
      expected,
      received,
      checks,
    };
  }
  return {
    verdict,
    title: ends === 'fail' ? `A token was exchanged ${lateAfter} s after it was created` : 'A token expired too early',
    text:
      ends === 'fail'
        ? 'The specification limits link tokens to 60 s. This token worked longer, so a leaked token stays dangerous.'
        : 'The specification says that link tokens are valid for 60 s. With less time, users on slow connections see an error.',
    expected,
    received,
    checks,
    wrong,
  };
};

const refusedAfterHour = 'Accepted when fresh, refused after 1 h';
const operation = operations.resumeModal;

/** Moves the service's clock past an access token's lifetime (specification, "Authentication" 7). */
export const accessTokenHour: Proof = async (lab): Promise<Finding> => {
  const created = await lab.accessToken();
  if (!created.ok) return created.finding;
  const ask = (what: string) =>
    lab.send(what, { operation, method: 'GET', path: operation.path, authorization: `Bearer ${created.value.token}` });
  // A valid token without a modal gets a 404. The specification doesn't define this response.
  const isLetIn = ({ status, outcome }: Awaited<ReturnType<typeof ask>>) => outcome === 'accepted' || status === 404;
  const fresh = await ask('The fresh access token');
  if (!isLetIn(fresh)) return cannotTell('A fresh access token was rejected', refusedAfterHour, fresh);
  const passed = await lab.letPass(tokenLifetimes.accessToken + 1, 'Moving the clock by 1 h and 1 s');
  if (!passed.ok) return passed.finding;
  const old = await ask('The same token 1 h later');
  if (old.outcome === 'unclear')
    return cannotTell('The old access token got an unexpected response', refusedAfterHour, old);
  return isLetIn(old)
    ? {
        verdict: 'fail',
        title: 'An access token is valid for more than an hour',
        text: 'The SDK leaves the token in localStorage. A token that never expires opens the modal for the next user of the device.',
        expected: refusedAfterHour,
        received: `Accepted when fresh, accepted after 1 h: ${old.summary}`,
        wrong: [old.no],
      }
    : {
        verdict: 'pass',
        title: 'The access token expired after 1 h',
        text: 'The token was accepted when fresh and refused 1 h and 1 s later.',
        expected: refusedAfterHour,
        received: `Accepted when fresh, refused after 1 h: ${old.summary}`,
      };
};

import { operations } from '#shared/migration-api/operations.ts';
import { tokenLifetimes } from '#shared/token-lifetimes.ts';
import { inconclusiveFinding, check, type Finding, type Proof, refusalVerdict, verdictOf } from './proof.ts';

const earlyCheckSeconds = 50;
const lateCheckSeconds = tokenLifetimes.linkToken + 1;
const expected = `Accepted after ${earlyCheckSeconds} s, refused after ${lateCheckSeconds} s`;

/** Exchanges a link token shortly before its expiry, and another one later (specification, "Authentication" 7). */
export const expiry: Proof = async (lab): Promise<Finding> => {
  const expiringToken = await lab.mint();
  if (!expiringToken.ok) return expiringToken.finding;
  const earlyToken = await lab.mint();
  if (!earlyToken.ok) return earlyToken.finding;
  const earlyWait = await lab.advanceTime(earlyCheckSeconds, `Waiting until the tokens are ${earlyCheckSeconds} s old`);
  if (!earlyWait.ok) return earlyWait.finding;
  const earlyExchange = await lab.exchange(`Exchange after ${earlyCheckSeconds} s`, earlyToken.value);
  const lateWait = await lab.advanceTime(
    lateCheckSeconds - earlyCheckSeconds,
    `Waiting until the second token is ${lateCheckSeconds} s old`,
  );
  if (!lateWait.ok) return lateWait.finding;
  const lateExchange = await lab.exchange(`Exchange after ${lateCheckSeconds} s`, expiringToken.value);
  const earlyVerdict =
    earlyExchange.outcome === 'accepted' ? 'pass' : earlyExchange.outcome === 'refused' ? 'fail' : 'unknown';
  const lateVerdict = refusalVerdict(lateExchange);
  const checks = [
    check(`After ${earlyCheckSeconds} s`, 'accepted', earlyExchange.summary, earlyVerdict),
    check(`After ${lateCheckSeconds} s`, 'refused', lateExchange.summary, lateVerdict),
  ];
  const verdict = verdictOf(checks);
  if (verdict === 'unknown') {
    const inconclusiveExchange = earlyVerdict === 'unknown' ? earlyExchange : lateExchange;
    return { ...inconclusiveFinding('An exchange got an unexpected response', expected, inconclusiveExchange), checks };
  }
  const received = `${earlyVerdict === 'pass' ? 'Accepted' : 'Refused'} after ${earlyCheckSeconds} s, ${lateVerdict === 'pass' ? 'refused' : 'accepted'} after ${lateCheckSeconds} s`;
  const wrong = [
    ...(earlyVerdict === 'fail' ? [earlyExchange.no] : []),
    ...(lateVerdict === 'fail' ? [lateExchange.no] : []),
  ];
  const common = { verdict, expected, received, checks };
  if (verdict === 'pass') {
    return {
      ...common,
      title: 'The old token was refused',
      text: `A token was accepted after ${earlyCheckSeconds} s. Another token was refused after ${lateCheckSeconds} s.`,
    };
  }
  return {
    ...common,
    title:
      lateVerdict === 'fail'
        ? `A token was exchanged ${lateCheckSeconds} s after it was created`
        : 'A token expired too early',
    text:
      lateVerdict === 'fail'
        ? 'The specification limits link tokens to 60 s. This token worked longer, so a leaked token stays dangerous.'
        : 'The specification says that link tokens are valid for 60 s. With less time, users on slow connections see an error.',
    wrong,
  };
};

const hourLifetimeText = 'Accepted when fresh, refused after 1 h';
const operation = operations.resumeModal;

/** Moves the service's clock past an access token's lifetime (specification, "Authentication" 7). */
export const accessTokenHour: Proof = async (lab): Promise<Finding> => {
  const createResult = await lab.accessToken();
  if (!createResult.ok) return createResult.finding;
  const ask = (what: string) => lab.send(what, { operation, authorization: `Bearer ${createResult.value.token}` });
  // A valid token without a modal gets a 404. The specification doesn't define this response.
  const isAccepted = ({ status, outcome }: Awaited<ReturnType<typeof ask>>) => outcome === 'accepted' || status === 404;
  const freshReply = await ask('The fresh access token');
  if (!isAccepted(freshReply))
    return inconclusiveFinding('A fresh access token was rejected', hourLifetimeText, freshReply);
  const waitResult = await lab.advanceTime(tokenLifetimes.accessToken + 1, 'Moving the clock by 1 h and 1 s');
  if (!waitResult.ok) return waitResult.finding;
  const oldReply = await ask('The same token 1 h later');
  if (oldReply.outcome === 'unclear')
    return inconclusiveFinding('The old access token got an unexpected response', hourLifetimeText, oldReply);
  return isAccepted(oldReply)
    ? {
        verdict: 'fail',
        title: 'An access token is valid for more than an hour',
        text: 'The SDK leaves the token in localStorage. A token that never expires opens the modal for the next user of the device.',
        expected: hourLifetimeText,
        received: `Accepted when fresh, accepted after 1 h: ${oldReply.summary}`,
        wrong: [oldReply.no],
      }
    : {
        verdict: 'pass',
        title: 'The access token expired after 1 h',
        text: 'The token was accepted when fresh and refused 1 h and 1 s later.',
        expected: hourLifetimeText,
        received: `Accepted when fresh, refused after 1 h: ${oldReply.summary}`,
      };
};

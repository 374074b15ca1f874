import { operations } from '#shared/migration-api/operations.ts';
import { tokenLifetimes } from '#shared/token-lifetimes.ts';
import { check, conclude, Inconclusive, type Proof, refusalCheck } from './proof.ts';

const earlyCheckSeconds = 50;
const lateCheckSeconds = tokenLifetimes.linkToken + 1;
const expected = `Accepted after ${earlyCheckSeconds} s, refused after ${lateCheckSeconds} s`;

/** Exchanges a link token shortly before its expiry, and another one later (specification, "Authentication" 7). */
export const expiry: Proof = async (lab) => {
  const expiringToken = await lab.mint();
  const earlyToken = await lab.mint();
  await lab.advanceTime(earlyCheckSeconds, `Waiting until the tokens are ${earlyCheckSeconds} s old`);
  const earlyExchange = await lab.exchange(`Exchange after ${earlyCheckSeconds} s`, earlyToken);
  await lab.advanceTime(
    lateCheckSeconds - earlyCheckSeconds,
    `Waiting until the second token is ${lateCheckSeconds} s old`,
  );
  const lateExchange = await lab.exchange(`Exchange after ${lateCheckSeconds} s`, expiringToken);
  const earlyVerdict =
    earlyExchange.outcome === 'accepted' ? 'pass' : earlyExchange.outcome === 'refused' ? 'fail' : 'unknown';
  const lateCheck = refusalCheck(`After ${lateCheckSeconds} s`, lateExchange);
  const checks = [
    check(`After ${earlyCheckSeconds} s`, 'accepted', earlyExchange.summary, earlyVerdict, earlyExchange),
    lateCheck,
  ];
  const isLateAccepted = lateCheck.verdict === 'fail';
  return conclude(expected, checks, {
    pass: {
      title: 'The old token was refused',
      text: `A token was accepted after ${earlyCheckSeconds} s. Another token was refused after ${lateCheckSeconds} s.`,
    },
    fail: {
      title: isLateAccepted
        ? `A token was exchanged ${lateCheckSeconds} s after it was created`
        : 'A token expired too early',
      text: isLateAccepted
        ? 'The specification limits link tokens to 60 s. This token worked longer, so a leaked token stays dangerous.'
        : 'The specification says that link tokens are valid for 60 s. With less time, users on slow connections see an error.',
      received: `After ${earlyCheckSeconds} s: ${earlyExchange.outcome}. After ${lateCheckSeconds} s: ${lateExchange.outcome}.`,
    },
    unknown: { title: 'An exchange got an unexpected response' },
  });
};

const hourLifetimeText = 'Accepted when fresh, refused after 1 h';
const operation = operations.resumeModal;

/** Moves the service's clock past an access token's lifetime (specification, "Authentication" 7). */
export const accessTokenHour: Proof = async (lab) => {
  const { token } = await lab.accessToken();
  const ask = (what: string) => lab.send(what, { operation, authorization: `Bearer ${token}` });
  // A valid token without a modal gets a 404. The specification doesn't define this response.
  const isAccepted = ({ status, outcome }: Awaited<ReturnType<typeof ask>>) => outcome === 'accepted' || status === 404;
  const freshReply = await ask('The fresh access token');
  if (!isAccepted(freshReply))
    throw new Inconclusive('A fresh access token was rejected', hourLifetimeText, freshReply);
  await lab.advanceTime(tokenLifetimes.accessToken + 1, 'Moving the clock by 1 h and 1 s');
  const oldReply = await ask('The same token 1 h later');
  if (oldReply.outcome === 'unclear')
    throw new Inconclusive('The old access token got an unexpected response', hourLifetimeText, oldReply);
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

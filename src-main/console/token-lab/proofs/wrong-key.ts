import { randomInt } from 'node:crypto';
import { brand } from '#shared/brand.ts';
import { operations } from '#shared/migration-api/operations.ts';
import { readErrorMessage } from '../../api-client/judge-reply.ts';
import type { LabReply } from './lab-caller.ts';
import { check, conclude, Inconclusive, type Proof, refusalCheck } from './proof.ts';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

const randomKeyLike = (apiKey: string): string => {
  const prefix = [brand.productionKeyPrefix, brand.testKeyPrefix].find((one) => apiKey.startsWith(one)) ?? '';
  const length = Math.max(apiKey.length - prefix.length, 24);
  return prefix + Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
};

const operation = operations.createLinkToken;
const expected = 'Refused each time, with the same message';

/** Calls the service with invalid keys (specification, "Authentication" 1 and 8). */
export const wrongKey: Proof = async (lab) => {
  const madeUpKey = randomKeyLike(lab.access.apiKey);
  lab.secrets.keep('MADE_UP_KEY', madeUpKey);
  const ask = (what: string, authorization: string | null): Promise<LabReply> =>
    lab.send(what, { operation, authorization, body: {} });
  const replies = [
    ['Made-up key', await ask('With a made-up key', `Bearer ${madeUpKey}`)],
    ['No key', await ask('Without a key', null)],
    ['Malformed header', await ask('With a malformed header', 'Bearer none-of-these')],
  ] as const;
  const refusals = replies.map(([name, reply]) => refusalCheck(name, reply));
  const messages = new Set(replies.map(([, reply]) => readErrorMessage(reply.text)));
  // Different messages per fault help attackers, but the specification allows them.
  const sameErrorCheck = check(
    'No hint about which part is wrong',
    'one message for all',
    messages.size === 1 ? 'one message for all' : `${messages.size} different messages`,
    'pass',
  );
  const acceptedNames = refusals.filter((one) => one.verdict === 'fail').map(({ name }) => name.toLowerCase());
  return conclude(expected, [...refusals, sameErrorCheck], {
    pass: {
      title: 'Wrong keys were refused',
      text:
        messages.size === 1
          ? 'An invalid key, no key and a malformed header got the same response, so an attacker learns nothing.'
          : 'All three requests were refused, but with different messages, which helps an attacker slightly.',
      received: `Refused each time, ${sameErrorCheck.received}`,
    },
    fail: {
      title: 'A wrong key was accepted',
      text: 'This service created a link token without a valid key.',
      received: `Accepted: ${acceptedNames.join(', ')}`,
    },
    unknown: { title: 'A request with a wrong key got an unexpected response' },
  });
};

const listing = operations.listMigrations;
const bearerOnly = 'Accepted with Bearer, refused in every other form';

/** Sends the valid key in an invalid form (specification, "Authentication" 1). */
export const noScheme: Proof = async (lab) => {
  const key = lab.access.apiKey;
  const ask = (what: string, authorization: string): Promise<LabReply> =>
    lab.send(what, { operation: listing, path: `${listing.path}?page=1&page_size=1`, authorization });
  const bearerReply = await ask('With the Bearer scheme', `Bearer ${key}`);
  if (bearerReply.outcome !== 'accepted')
    throw new Inconclusive('The key itself was rejected', bearerOnly, bearerReply);
  const bareReply = await ask('The key alone', key);
  const basicReply = await ask('With the Basic scheme', `Basic ${key}`);
  const bareCheck = refusalCheck('The key alone', bareReply);
  return conclude(bearerOnly, [bareCheck, refusalCheck('Basic scheme', basicReply)], {
    pass: {
      title: 'The key is accepted only with Bearer',
      text: 'The same key without the scheme, and with another scheme, was refused.',
    },
    fail: {
      title: 'A malformed key header was accepted',
      text: 'This service accepts keys without Bearer. Many proxies and logs hide only Bearer headers, so other forms can leak.',
      received: bareCheck.verdict === 'fail' ? 'Accepted without a scheme' : 'Accepted with Basic',
    },
    unknown: { title: 'A malformed header got an unexpected response' },
  });
};

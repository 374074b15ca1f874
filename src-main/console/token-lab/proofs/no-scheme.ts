import { operations } from '#shared/migration-api/operations.ts';
import { cannotTell, check, type Finding, refusalVerdict, verdictOf } from '../finding.ts';
import type { LabReply } from '../lab-caller.ts';
import type { Proof } from '../proof.ts';

const operation = operations.listMigrations;
const expected = 'Accepted with Bearer, refused in every other form';

/** Sends the right key in the wrong form (specification, "Authentication" 1). */
export const noScheme: Proof = async (lab): Promise<Finding> => {
  const key = lab.access.apiKey;
  const ask = (what: string, authorization: string): Promise<LabReply> =>
    lab.send(what, { operation, method: 'GET', path: `${operation.path}?page=1&page_size=1`, authorization });
  const right = await ask('With the scheme Bearer', `Bearer ${key}`);
  if (right.outcome !== 'accepted') return cannotTell('The key itself was not accepted', expected, right);
  const bare = await ask('The key alone', key);
  const basic = await ask('With the scheme Basic', `Basic ${key}`);
  const checks = [
    check('The key alone', 'refused', bare.said, refusalVerdict(bare)),
    check('Scheme Basic', 'refused', basic.said, refusalVerdict(basic)),
  ];
  const verdict = verdictOf(checks);
  if (verdict === 'unknown') {
    const unclear = bare.outcome === 'unclear' ? bare : basic;
    return { ...cannotTell('A header in the wrong form was not answered clearly', expected, unclear), checks };
  }
  const accepted = [bare, basic].filter(({ outcome }) => outcome === 'accepted');
  return verdict === 'pass'
    ? {
        verdict,
        title: 'The key was taken behind Bearer only',
        text: 'The same key without the scheme, and behind another one, was refused.',
        expected,
        received: expected,
        checks,
      }
    : {
        verdict,
        title: 'A key in the wrong form was accepted',
        text: 'This service reads the key where no bearer is. Proxies and logs hide a bearer, not this.',
        expected,
        received: accepted.includes(bare) ? 'Accepted without a scheme' : 'Accepted with Basic',
        checks,
        wrong: accepted.map(({ no }) => no),
      };
};

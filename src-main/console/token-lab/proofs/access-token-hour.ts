import { operations } from '#shared/migration-api/operations.ts';
import { tokenLifetimes } from '#shared/migration-api/tokens.ts';
import { cannotTell, type Finding } from '../finding.ts';
import type { Proof } from '../proof.ts';

const expected = 'Accepted when fresh, refused after 1 h';
const operation = operations.resumeModal;

/** Moves the service's clock past the life of an access token (specification, "Authentication" 7). */
export const accessTokenHour: Proof = async (lab): Promise<Finding> => {
  const made = await lab.accessToken();
  if (!made.ok) return made.finding;
  const ask = (what: string) =>
    lab.send(what, { operation, method: 'GET', path: operation.path, authorization: `Bearer ${made.value.token}` });
  // A good token without a modal answers 404 (gaps of the specification: 404 when it has none).
  const isLetIn = ({ status, outcome }: Awaited<ReturnType<typeof ask>>) => outcome === 'accepted' || status === 404;
  const fresh = await ask('The fresh access token');
  if (!isLetIn(fresh)) return cannotTell('A fresh access token was not accepted', expected, fresh);
  const passed = await lab.letPass(tokenLifetimes.accessToken + 1, 'Moving the clock by 1 h and 1 s');
  if (!passed.ok) return passed.finding;
  const old = await ask('The same token 1 h later');
  if (old.outcome === 'unclear') return cannotTell('The old access token was not answered clearly', expected, old);
  return isLetIn(old)
    ? {
        verdict: 'fail',
        title: 'An access token outlives its hour',
        text: 'The SDK leaves the token in localStorage. One that never ends opens the modal for whoever uses the computer next.',
        expected,
        received: `Accepted when fresh, accepted after 1 h: ${old.said}`,
        wrong: [old.no],
      }
    : {
        verdict: 'pass',
        title: 'The access token ended after 1 h',
        text: 'It was accepted when fresh and refused 1 h and 1 s later.',
        expected,
        received: `Accepted when fresh, refused after 1 h: ${old.said}`,
      };
};

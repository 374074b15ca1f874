import { operations } from '#shared/migration-api/operations.ts';
import { readErrorMessage } from '../../api-client/read-error-message.ts';
import { cannotTell, check, type Finding, refusalVerdict, verdictOf } from '../finding.ts';
import type { LabReply } from '../lab-caller.ts';
import { madeUpKey } from '../made-up-key.ts';
import type { Proof } from '../proof.ts';

const operation = operations.createLinkToken;
const expected = 'Refused each time, with the same message';

/** Calls with keys that are none (specification, "Authentication" 1 and 8). */
export const wrongKey: Proof = async (lab): Promise<Finding> => {
  const wrong = madeUpKey(lab.access.apiKey);
  lab.shelf.keep('MADE_UP_KEY', wrong);
  const ask = (what: string, authorization: string | null): Promise<LabReply> =>
    lab.send(what, { operation, method: 'POST', path: operation.path, authorization, body: {} });
  const replies = [
    ['Made-up key', await ask('With a made-up key', `Bearer ${wrong}`)],
    ['No key', await ask('Without a key', null)],
    ['Nonsense', await ask('With nonsense', 'Bearer none-of-these')],
  ] as const;
  const refusals = replies.map(([name, reply]) => check(name, 'refused', reply.said, refusalVerdict(reply)));
  const messages = new Set(replies.map(([, reply]) => readErrorMessage(reply.text)));
  // Another wording for another fault is a hint to whoever probes, but the specification does not forbid it.
  const sameWords = check(
    'No hint which part is wrong',
    'one message for all',
    messages.size === 1 ? 'one message for all' : `${messages.size} different messages`,
    'pass',
  );
  const checks = [...refusals, sameWords];
  const verdict = verdictOf(checks);
  const unclear = replies.find(([, reply]) => reply.outcome === 'unclear');
  if (verdict === 'unknown' && unclear) {
    return { ...cannotTell('A call with a wrong key was not answered clearly', expected, unclear[1]), checks };
  }
  const accepted = replies.filter(([, reply]) => reply.outcome === 'accepted');
  const received =
    accepted.length === 0
      ? `Refused each time, ${sameWords.received}`
      : `Accepted: ${accepted.map(([name]) => name.toLowerCase()).join(', ')}`;
  return verdict === 'pass'
    ? {
        verdict,
        title: 'Wrong keys were refused',
        text:
          messages.size === 1
            ? 'A made-up key, none and nonsense got the same answer, so a prober learns nothing.'
            : 'All three were refused. Their messages differ, which tells a prober a little more than it must.',
        expected,
        received,
        checks,
      }
    : {
        verdict,
        title: 'A wrong key was accepted',
        text: 'This service made a link token for a caller without a valid key.',
        expected,
        received,
        checks,
        wrong: accepted.map(([, reply]) => reply.no),
      };
};

import { operations } from '#shared/migration-api/operations.ts';
import { inconclusiveFinding, check, type Finding, type Proof, refusalVerdict, verdictOf } from './proof.ts';

const expected = 'Key, link token and access token refused immediately';

/** Revokes a test key, then tries it and the tokens created with it (specification, "Authentication" 3). */
export const revokedKey: Proof = async (lab): Promise<Finding> => {
  if (lab.keys === null) {
    return inconclusiveFinding('This proof runs only on the Sandbox', expected, { summary: 'Nothing was sent.' });
  }
  const createResult = await lab.keys.make();
  if (!createResult.ok) return createResult.finding;
  const { id, apiKey } = createResult.value;
  lab.secrets.keep('TEST_KEY', apiKey);
  const unused = await lab.mint(apiKey);
  if (!unused.ok) return unused.finding;
  const session = await lab.accessToken(apiKey);
  if (!session.ok) return session.finding;
  const revokeResult = await lab.keys.revoke(id);
  if (!revokeResult.ok) return revokeResult.finding;
  const health = { operation: operations.checkHealth, authorization: `Bearer ${apiKey}` };
  const keyReply = await lab.send('The key after revocation', health);
  const linkTokenReply = await lab.exchange('A link token created with the key', unused.value);
  const resume = { operation: operations.resumeModal, authorization: `Bearer ${session.value.token}` };
  const accessTokenReply = await lab.send('An access token created with the key', resume);
  const replies = [keyReply, linkTokenReply, accessTokenReply];
  // A valid access token without a modal gets 404, so 404 means that the service accepted it.
  const accessVerdict = accessTokenReply.status === 404 ? 'fail' : refusalVerdict(accessTokenReply);
  const checks = [
    check('The key', 'refused', keyReply.summary, refusalVerdict(keyReply)),
    check('Its link token', 'refused', linkTokenReply.summary, refusalVerdict(linkTokenReply)),
    check('Its access token', 'refused', accessTokenReply.summary, accessVerdict),
  ];
  const verdict = verdictOf(checks);
  if (verdict === 'unknown') {
    const unclear = replies.find(({ outcome }) => outcome === 'unclear') ?? keyReply;
    return {
      ...inconclusiveFinding('A request after the revocation got an unexpected response', expected, unclear),
      checks,
    };
  }
  const acceptedChecks = checks.filter((one) => one.verdict === 'fail').map(({ name }) => name.toLowerCase());
  const common = { verdict, expected, checks };
  return verdict === 'pass'
    ? {
        ...common,
        title: 'The revoked key grants nothing',
        text: 'After the revocation, the key, its link token and its access token were refused at the first attempt.',
        received: expected,
      }
    : {
        ...common,
        title: 'The key or a token still works after the revocation',
        text: 'Keys are revoked when they leak. Revoking a key must also revoke the tokens created with it.',
        received: `Still accepted: ${acceptedChecks.join(', ')}`,
        wrong: replies.filter((_, index) => checks[index]?.verdict === 'fail').map(({ no }) => no),
      };
};

import { operations } from '#shared/migration-api/operations.ts';
import { conclude, Inconclusive, modalRefusalCheck, type Proof, refusalCheck } from './proof.ts';

const expected = 'Key, link token and access token refused immediately';

/** Revokes a test key, then tries it and the tokens created with it (specification, "Authentication" 3). */
export const revokedKey: Proof = async (lab) => {
  if (lab.keys === null) {
    throw new Inconclusive('This proof runs only on the Sandbox', expected, { summary: 'Nothing was sent.' });
  }
  const { id, apiKey } = await lab.keys.make();
  lab.secrets.keep('TEST_KEY', apiKey);
  const unusedToken = await lab.mint(apiKey);
  const { token } = await lab.accessToken(apiKey);
  await lab.keys.revoke(id);
  const health = { operation: operations.checkHealth, authorization: `Bearer ${apiKey}` };
  const keyReply = await lab.send('The key after revocation', health);
  const linkTokenReply = await lab.exchange('A link token created with the key', unusedToken);
  const resume = { operation: operations.resumeModal, authorization: `Bearer ${token}` };
  const accessTokenReply = await lab.send('An access token created with the key', resume);
  const checks = [
    refusalCheck('The key', keyReply),
    refusalCheck('Its link token', linkTokenReply),
    modalRefusalCheck('Its access token', accessTokenReply),
  ];
  const acceptedNames = checks.filter((one) => one.verdict === 'fail').map(({ name }) => name.toLowerCase());
  return conclude(expected, checks, {
    pass: {
      title: 'The revoked key grants nothing',
      text: 'After the revocation, the key, its link token and its access token were refused at the first attempt.',
    },
    fail: {
      title: 'The key or a token still works after the revocation',
      text: 'Keys are revoked when they leak. Revoking a key must also revoke the tokens created with it.',
      received: `Still accepted: ${acceptedNames.join(', ')}`,
    },
    unknown: { title: 'A request after the revocation got an unexpected response' },
  });
};

import { type Operation, operations } from '#shared/migration-api/operations.ts';
import type { LabReply } from './lab-caller.ts';
import { check, conclude, type Proof } from './proof.ts';

const origin = 'https://page.token-lab.example';
const expected = 'CORS on the browser endpoints only';

const allowedOriginOf = ({ headers }: LabReply): string | null => headers.get('access-control-allow-origin');

/** `*` isn't enough, because the SDK sends cookies with the exchange. */
const browserCheck = (name: string, reply: LabReply) => {
  const allowedOrigin = allowedOriginOf(reply);
  const isReadable = allowedOrigin === origin && reply.headers.get('access-control-allow-credentials') === 'true';
  // Never a failure, because a service may allow only origins that its customers have registered.
  return check(
    name,
    'this origin, with credentials',
    allowedOrigin ?? 'no CORS header',
    isReadable ? 'pass' : 'unknown',
    reply,
  );
};

const keyCheck = (name: string, reply: LabReply) => {
  const allowedOrigin = allowedOriginOf(reply);
  if (allowedOrigin !== null) return check(name, 'no CORS header', allowedOrigin, 'fail', reply);
  return check(
    name,
    'no CORS header',
    reply.status === null ? reply.summary : 'no CORS header',
    reply.status === null ? 'unknown' : 'pass',
  );
};

/** Calls each kind of endpoint like a page on another origin (specification, "Authentication" 5 and 6). */
export const cors: Proof = async (lab) => {
  const { createAccessToken, createLinkToken, listMigrations } = operations;
  const key = `Bearer ${lab.access.apiKey}`;
  const headers = { Origin: origin };
  const preflight = (what: string, { path, method }: Operation): Promise<LabReply> =>
    lab.send(what, {
      path,
      authorization: null,
      headers: {
        ...headers,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization, content-type',
      },
    });
  const linkToken = await lab.mint();
  const exchangePreflight = await preflight('Preflight of the exchange', createAccessToken);
  const exchange = await lab.send('Cross-origin token exchange', {
    operation: createAccessToken,
    authorization: `Bearer ${linkToken}`,
    body: { link_token: linkToken },
    headers,
  });
  const listPreflight = await preflight('Preflight of the list', listMigrations);
  const list = await lab.send('Cross-origin migration list', {
    operation: listMigrations,
    path: `${listMigrations.path}?page=1&page_size=1`,
    authorization: key,
    headers,
  });
  const linkTokenPreflight = await preflight('Preflight of a link token', createLinkToken);
  const request = { operation: createLinkToken, authorization: key, body: {}, headers };
  const linkTokenReply = await lab.send('Cross-origin link token request', request);
  const checks = [
    browserCheck('Exchange, preflight', exchangePreflight),
    browserCheck('Exchange', exchange),
    keyCheck('List, preflight', listPreflight),
    keyCheck('List', list),
    keyCheck('Link token, preflight', linkTokenPreflight),
    keyCheck('Link token', linkTokenReply),
  ];
  const failedCount = checks.filter((one) => one.verdict === 'fail').length;
  return conclude(expected, checks, {
    pass: {
      title: 'Web pages can reach only the browser endpoints',
      text: "Pages of other sites can exchange tokens. The key endpoints don't allow them.",
    },
    fail: {
      title: 'Pages of any site can use a key',
      text: 'Key endpoints respond to pages of unknown sites. A leaked key works from any browser.',
      received: `CORS on ${failedCount} of 4 responses from key endpoints`,
    },
    unknown: {
      title: "The test page can't exchange tokens",
      text: 'The key endpoints refuse web pages. The browser endpoints refuse this test page, too. The service may allow only configured pages.',
      received: 'No CORS for unknown pages',
    },
  });
};

import { operations } from '#shared/migration-api/operations.ts';
import type { LabReply } from './lab-caller.ts';
import { check, type Finding, type Proof, verdictOf } from './proof.ts';

const origin = 'https://page.token-lab.example';
const expected = 'CORS on the browser endpoints only';

const allowed = ({ headers }: LabReply): string | null => headers.get('access-control-allow-origin');

/** The SDK sends cookies with the exchange, so there `*` isn't enough. */
const browserCheck = (name: string, reply: LabReply) => {
  const open = allowed(reply);
  const isReadable = open === origin && reply.headers.get('access-control-allow-credentials') === 'true';
  // A service may allow only origins that its customers have registered.
  return check(name, 'this origin, with credentials', open ?? 'no CORS header', isReadable ? 'pass' : 'unknown');
};

const keyCheck = (name: string, reply: LabReply) => {
  const open = allowed(reply);
  if (open !== null) return check(name, 'no CORS header', open, 'fail');
  return check(
    name,
    'no CORS header',
    reply.status === null ? reply.summary : 'no CORS header',
    reply.status === null ? 'unknown' : 'pass',
  );
};

/** Calls each kind of endpoint like a page on another origin (specification, "Authentication" 5 and 6). */
export const cors: Proof = async (lab): Promise<Finding> => {
  const { createAccessToken, createLinkToken, listMigrations } = operations;
  const key = `Bearer ${lab.access.apiKey}`;
  const preflight = (what: string, path: string, method: string): Promise<LabReply> =>
    lab.send(what, {
      method: 'OPTIONS',
      path,
      authorization: null,
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization, content-type',
      },
    });
  const mintResult = await lab.mint();
  if (!mintResult.ok) return mintResult.finding;
  const exchangePreflight = await preflight('Preflight of the exchange', createAccessToken.path, 'POST');
  const exchange = await lab.send('The exchange from a page', {
    operation: createAccessToken,
    method: 'POST',
    path: createAccessToken.path,
    authorization: `Bearer ${mintResult.value}`,
    body: { link_token: mintResult.value },
    headers: { Origin: origin },
  });
  const listPreflight = await preflight('Preflight of the list', listMigrations.path, 'GET');
  const list = await lab.send('The list from a page', {
    operation: listMigrations,
    method: 'GET',
    path: `${listMigrations.path}?page=1&page_size=1`,
    authorization: key,
    headers: { Origin: origin },
  });
  const linkTokenPreflight = await preflight('Preflight of a link token', createLinkToken.path, 'POST');
  const link = await lab.send('A link token from a page', {
    operation: createLinkToken,
    method: 'POST',
    path: createLinkToken.path,
    authorization: key,
    body: {},
    headers: { Origin: origin },
  });
  const checks = [
    browserCheck('Exchange, preflight', exchangePreflight),
    browserCheck('Exchange', exchange),
    keyCheck('List, preflight', listPreflight),
    keyCheck('List', list),
    keyCheck('Link token, preflight', linkTokenPreflight),
    keyCheck('Link token', link),
  ];
  const replies = [exchangePreflight, exchange, listPreflight, list, linkTokenPreflight, link];
  const verdict = verdictOf(checks);
  const open = checks.filter((one) => one.verdict === 'fail').length;
  if (verdict === 'pass') {
    return {
      verdict,
      title: 'Web pages can reach only the browser endpoints',
      text: "Pages of other sites can exchange tokens. The key endpoints don't allow them.",
      expected,
      received: expected,
      checks,
    };
  }
  return verdict === 'fail'
    ? {
        verdict,
        title: 'Pages of any site can use a key',
        text: 'Key endpoints respond to pages of unknown sites. A leaked key works from any browser.',
        expected,
        received: `CORS on ${open} of 4 responses from key endpoints`,
        checks,
        wrong: replies.filter((_, index) => checks[index]?.verdict === 'fail').map(({ no }) => no),
      }
    : {
        verdict,
        title: "This page can't exchange tokens",
        text: 'The key endpoints refuse web pages. The browser endpoints refuse this test page, too. They may allow only configured pages.',
        expected,
        received: 'No CORS for unknown pages',
        checks,
      };
};

import { describe, expect, test } from 'vitest';
import { openBrowserSession, type SessionPage } from './browser-session.ts';

const pageAt = (hash: string, reply: (body: unknown) => Response, stored: string | null = null) => {
  const visited: string[] = [];
  const sent: unknown[] = [];
  let secret = stored;
  const page: SessionPage = {
    location: { hash, pathname: '/', search: '' },
    history: { replaceState: (_data, _unused, url) => visited.push(url) },
    storage: {
      getItem: () => secret,
      setItem: (_key, value) => {
        secret = value;
      },
      removeItem: () => {
        secret = null;
      },
    },
    fetch: async (_url, init) => {
      // The token must be removed from the URL before any request is sent.
      expect(visited).toEqual(['/#/']);
      sent.push(JSON.parse(String(init?.body)));
      return reply(sent[0]);
    },
  };
  return { page, visited, sent, secret: () => secret };
};

describe('session of the browser host', { tags: '@T4' }, () => {
  test('the start token is removed from the URL and exchanged once, and the tab keeps its secret', async () => {
    const { page, sent, secret } = pageAt('#start=tok_en-1.2~3', () => Response.json({ secret: 's3cret' }));
    expect(await openBrowserSession(page)).toEqual({ secret: 's3cret' });
    expect(sent).toEqual([{ token: 'tok_en-1.2~3' }]);
    expect(secret()).toBe('s3cret');
  });

  test('without a token, the tab keeps its secret and sends no request', async () => {
    const { page, sent, visited } = pageAt('#/companies', () => Response.json({}), 'before');
    expect(await openBrowserSession(page)).toEqual({ secret: 'before' });
    expect([sent, visited]).toEqual([[], []]);
  });

  test.each([
    ['a 401', () => new Response('{}', { status: 401 })],
    ['not JSON', () => new Response('<html>', { status: 200 })],
    ['JSON without a secret', () => Response.json({ secret: 7 })],
  ])('a start token starts no session if the response is %s', async (_name, reply) => {
    const { page, secret } = pageAt('#start=used', reply);
    expect(await openBrowserSession(page)).toBe('none');
    expect(secret()).toBeNull();
  });

  test.each(['link_expired', 'link_used'] as const)(
    'a start link rejected with %s returns that reason',
    { tags: '@T21' },
    async (reason) => {
      const { page, secret } = pageAt('#start=used', () => Response.json({ ok: false, reason }, { status: 401 }));
      expect(await openBrowserSession(page)).toBe(reason);
      expect(secret()).toBeNull();
    },
  );

  test('a used start link keeps the session of the tab that it started', async () => {
    const { page } = pageAt('#start=used', () => new Response('{}', { status: 401 }), 'before');
    expect(await openBrowserSession(page)).toEqual({ secret: 'before' });
  });
});

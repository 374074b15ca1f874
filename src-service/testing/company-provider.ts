import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

interface Account {
  readonly subject: string;
  readonly email: string;
  readonly verified?: boolean;
  readonly name?: string;
}

export const clientId = 'ferry';
export const clientSecret = 'a secret between the two';

/**
 * A real OpenID Connect provider on loopback. Signs in the account in `signsIn` without asking.
 * @param redirectUri allowed redirect URL; all are allowed without it, for a dashboard whose port isn't known yet
 */
export const startProvider = async (redirectUri?: string) => {
  let account: Account = { subject: 'nobody', email: 'nobody@example.com' };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri ?? issuer] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['of the test'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: account.email,
        email_verified: account.verified ?? true,
        name: account.name ?? 'Somebody',
      }),
    }),
    // No consent screen: users have already agreed.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  if (redirectUri === undefined) provider.Client.prototype.redirectUriAllowed = () => true;
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) void answer(request, response);
    else void provider.interactionFinished(request, response, { login: { accountId: account.subject } });
  });
  return {
    issuer,
    signsIn: (next: Account): void => {
      account = next;
    },
    /** Follows the provider's redirects like a browser, and returns the final URL. */
    visit: async (url: string): Promise<URL> => {
      const cookies = new Map<string, string>();
      let next = new URL(url);
      for (let steps = 0; steps < 10 && next.origin === issuer; steps += 1) {
        const reply = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        });
        for (const line of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const to = reply.headers.get('location');
        if (to === null) throw new Error(`${reply.status} ${await reply.text()}`);
        next = new URL(to, next);
      }
      return next;
    },
    end: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
export type RunningProvider = Awaited<ReturnType<typeof startProvider>>;

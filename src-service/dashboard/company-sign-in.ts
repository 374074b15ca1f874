import * as openid from 'openid-client';
import { z } from 'zod';
import { isStorable } from '#shared/migration-api/storable-text.ts';
import type { CompanySettings } from './company-settings.ts';
import { plainName } from '#shared/plain-name.ts';

interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const timeoutSeconds = 10;

/** Lower-cases only ASCII, as invitations do. Folding other letters to ASCII could produce another user's address. */
const addressSchema = z.email().max(254).toLowerCase().catch('');
const nameOf = (value: unknown): string => {
  const name = typeof value === 'string' ? value.trim().slice(0, 100) : '';
  return isStorable(name) ? plainName(name) : '';
};

/** A provider's keys and settings are a few KiB. The library parses them on the thread that serves all requests. */
const maxReplyBytes = 256 * 1_024;

export const limitedFetch: openid.CustomFetch = async (url, options) => {
  const { body, status, statusText, headers } = await fetch(url, options as RequestInit);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxReplyBytes) throw new Error(`The response of ${new URL(url).origin} is longer than 256 KiB.`);
    chunks.push(chunk);
  }
  return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), { status, statusText, headers });
};

/**
 * Contacts the provider at the first sign-in, so that the service starts without it. The library checks state, nonce,
 * PKCE, issuer, audience, times and the ID token's signature. `tell` logs why the provider is unusable.
 */
export const createCompanySignIn = (
  { issuer, clientId, clientSecret }: CompanySettings,
  tell: (error: unknown) => void,
) => {
  const isHttp = issuer.startsWith('http:');
  let discovery: Promise<openid.Configuration> | undefined;
  const provider = (): Promise<openid.Configuration> => {
    discovery ??= openid
      .discovery(new URL(issuer), clientId, clientSecret, openid.ClientSecretBasic(clientSecret), {
        timeout: timeoutSeconds,
        [openid.customFetch]: limitedFetch,
        execute: [openid.enableNonRepudiationChecks, ...(isHttp ? [openid.allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        discovery = undefined;
        throw error;
      });
    return discovery;
  };
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      tell(error);
      return undefined;
    }
  };
  return {
    start: (redirectUri: string) =>
      attempt(async () => {
        const signInSecrets = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          verifier: openid.randomPKCECodeVerifier(),
        };
        const url = openid.buildAuthorizationUrl(await provider(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: signInSecrets.state,
          nonce: signInSecrets.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(signInSecrets.verifier),
          code_challenge_method: 'S256',
        });
        return { ...signInSecrets, url: url.href };
      }),
    /** Undefined if the response doesn't belong to the started sign-in, or the provider is unusable. */
    finish: (answer: URLSearchParams, { state, nonce, verifier }: PendingSignIn, redirectUri: string) =>
      attempt(async () => {
        const configuration = await provider();
        const tokens = await openid.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${answer}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const token = tokens.claims();
        if (token === undefined) return undefined;
        // Many providers omit the email address from the token and return it from the userinfo endpoint.
        const { email, email_verified, name } =
          token['email'] === undefined
            ? await openid.fetchUserInfo(configuration, tokens.access_token, token.sub)
            : (token as Pick<openid.UserInfoResponse, 'email' | 'email_verified' | 'name'>);
        const address = addressSchema.parse(email);
        return {
          issuer: token.iss,
          subject: token.sub,
          email: address,
          isVerified: email_verified === true && address !== '',
          name: nameOf(name) || address,
        };
      }),
  };
};

export type CompanySignIn = ReturnType<typeof createCompanySignIn>;

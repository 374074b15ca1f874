import * as openid from 'openid-client';
import { z } from 'zod';
import { isStorable } from '#shared/migration-api/storable-text.ts';
import type { CompanyPerson } from '../store/company-store.ts';
import type { CompanySettings } from './company-settings.ts';

/** What is kept of a sign-in until its answer comes. */
interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A company's own sign-in. It finds its provider at first use, so that a service starts without it. */
export interface CompanySignIn {
  /** Where the browser goes, and what to keep until it comes back; undefined where the provider does not answer. */
  begin(redirectUri: string): Promise<(Begun & { readonly url: string }) | undefined>;
  /** Whom the provider's answer is about; undefined where it is none to what was begun. */
  finish(answer: URLSearchParams, started: Begun, redirectUri: string): Promise<CompanyPerson | undefined>;
}

const timeoutSeconds = 10;

/** As people are invited: a sign that only in small letters becomes one of ASCII would make somebody else's address. */
const addressSchema = z.email().max(254).toLowerCase().catch('');
const nameOf = (value: unknown): string => {
  const name = typeof value === 'string' ? value.trim().slice(0, 100) : '';
  return isStorable(name) ? name : '';
};

/**
 * Protocol and checks are the library's: state, nonce, PKCE, issuer, audience, times, and the signature of the ID token.
 * @param tell hears why the provider could not be used, for the log
 */
export const createCompanySignIn = (
  { issuer, clientId, clientSecret }: CompanySettings,
  tell: (error: unknown) => void,
): CompanySignIn => {
  const isHttp = issuer.startsWith('http:');
  let found: Promise<openid.Configuration> | undefined;
  const provider = (): Promise<openid.Configuration> => {
    found ??= openid
      .discovery(new URL(issuer), clientId, clientSecret, openid.ClientSecretBasic(clientSecret), {
        timeout: timeoutSeconds,
        execute: [openid.enableNonRepudiationChecks, ...(isHttp ? [openid.allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        found = undefined;
        throw error;
      });
    return found;
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
    begin: (redirectUri) =>
      attempt(async () => {
        const started = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          verifier: openid.randomPKCECodeVerifier(),
        };
        const url = openid.buildAuthorizationUrl(await provider(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: started.state,
          nonce: started.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(started.verifier),
          code_challenge_method: 'S256',
        });
        return { ...started, url: url.href };
      }),
    finish: (answer, { state, nonce, verifier }, redirectUri) =>
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
        // Many providers keep the address out of the token and tell it when they are asked.
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

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { CallBody, CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import type { StoredPasskey } from '../store/people/passkeys.ts';
import type { SignedIn } from './sign-in.ts';

/** A passkey works only at this host and origin. */
export interface PasskeyPlace {
  readonly host: string;
  readonly origin: string;
}

/** Undefined for an IP address, because browsers create passkeys only for host names. */
export const placeOf = (baseUrl: string): PasskeyPlace | undefined => {
  const { hostname: host, origin } = new URL(baseUrl);
  return isIP(host.replace(/^\[(.*)\]$/, '$1')) === 0 ? { host, origin } : undefined;
};

/** Requires a fingerprint, face or PIN, because a passkey replaces both the password and the code. */
const verification = 'required';
/** COSE numbers of EdDSA, ECDSA and RSA with SHA-256, which today's devices use and Node supports without a warning. */
const algorithms = [-8, -7, -257] as const;

/** Options for a discoverable passkey, which the device finds without an email address. */
export const creationOptions = async (
  { host }: PasskeyPlace,
  { id, name, email }: Pick<SignedIn, 'id' | 'name' | 'email'>,
  own: readonly StoredPasskey[],
): Promise<CallReply<'beginPasskey'>> =>
  generateRegistrationOptions({
    rpName: 'Ferry',
    rpID: host,
    userID: new Uint8Array(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: [...algorithms],
    excludeCredentials: own.map((passkey) => ({ id: passkey.id, transports: [...passkey.transports] as never })),
    authenticatorSelection: { residentKey: 'required', userVerification: verification },
  }) as Promise<CallReply<'beginPasskey'>>;

export const requestOptions = ({ host }: PasskeyPlace): Promise<CallReply<'beginPasskeySignIn'>> =>
  generateAuthenticationOptions({ rpID: host, userVerification: verification });

const clientData = z.object({ challenge: z.string() });

/** Returns the challenge that the client claims, or '' (never a valid challenge). */
export const challengeIn = (clientDataJSON: string): string => {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).challenge;
  } catch {
    return '';
  }
};

type NewPasskey = CallBody<'addPasskey'>['credential'];
type UsedPasskey = CallBody<'signInByPasskey'>['credential'];

const expected = (challenge: string, { host, origin }: PasskeyPlace) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: host,
  requireUserVerification: true,
});

/** Undefined if the response doesn't match this challenge and origin. */
export const checkNew = async (
  response: NewPasskey,
  challenge: string,
  place: PasskeyPlace,
): Promise<Pick<StoredPasskey, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> => {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      ...expected(challenge, place),
      supportedAlgorithmIDs: [...algorithms],
    });
    if (!verified || registrationInfo === undefined) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    const transports = response.response.transports ?? [];
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
  } catch {
    return undefined;
  }
};

/** Returns the device's counter. Concurrent responses can pass; the store's atomic comparison rejects one. */
export const checkUsed = async (
  response: UsedPasskey,
  challenge: string,
  place: PasskeyPlace,
  { id, person, publicKey }: StoredPasskey,
): Promise<number | undefined> => {
  const { userHandle } = response.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== person) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      ...expected(challenge, place),
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
};

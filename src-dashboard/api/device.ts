import type { CallBody, CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { CallError } from './call.ts';

/** False for an IP address, because browsers bind passkeys only to host names. */
export const isNamed = !/^(?:[\d.]+|\[.*\])$/.test(location.hostname);

export const hasPasskeys =
  isNamed &&
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential;

const nameOf = (error: unknown): string => (error instanceof DOMException ? error.name : '');

export const makePasskey = async (
  options: CallReply<'beginPasskey'>,
): Promise<CallBody<'addPasskey'>['credential']> => {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    );
    const newCredential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return newCredential.toJSON() as CallBody<'addPasskey'>['credential'];
  } catch (error) {
    const isRegistered = nameOf(error) === 'InvalidStateError';
    throw new CallError(
      0,
      isRegistered
        ? 'This device already has one of your passkeys.'
        : "Your device didn't create a passkey. Try again.",
    );
  }
};

export const askForPasskey = async (
  options: CallReply<'beginPasskeySignIn'>,
): Promise<CallBody<'signInByPasskey'>['credential']> => {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
    const usedCredential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    return usedCredential.toJSON() as CallBody<'signInByPasskey'>['credential'];
  } catch {
    throw new CallError(0, "Your device didn't offer a passkey. Try again, or sign in with your password.");
  }
};

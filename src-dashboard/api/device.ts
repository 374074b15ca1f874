import type { CallBody, CallReply } from '#shared/dashboard-api/dashboard-calls.ts';

type DeviceResult<Credential> = { readonly credential: Credential } | { readonly sentence: string };

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
): Promise<DeviceResult<CallBody<'addPasskey'>['credential']>> => {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    );
    const newCredential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return { credential: newCredential.toJSON() as CallBody<'addPasskey'>['credential'] };
  } catch (error) {
    const isRegistered = nameOf(error) === 'InvalidStateError';
    return {
      sentence: isRegistered
        ? 'This device already has one of your passkeys.'
        : "Your device didn't create a passkey. Try again.",
    };
  }
};

export const askForPasskey = async (
  options: CallReply<'beginPasskeySignIn'>,
): Promise<DeviceResult<CallBody<'signInByPasskey'>['credential']>> => {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
    const usedCredential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    return { credential: usedCredential.toJSON() as CallBody<'signInByPasskey'>['credential'] };
  } catch {
    return { sentence: "Your device didn't offer a passkey. Try again, or sign in with your password." };
  }
};

import type { AppErrorCode } from '#shared/app-error-codes.ts';
import type { AppError } from '#shared/app-error.ts';
import type { LabProblemCode } from '#shared/console-contract/modal-lab-calls.ts';

const keyCodes: readonly AppErrorCode[] = [
  'unauthorized',
  'no_key',
  'key_for_other_address',
  'keychain_locked',
  'keychain_unavailable',
  'keychain_denied',
  'keychain_slow',
];
const refusals: readonly AppErrorCode[] = ['invalid_request', 'not_found', 'rate_limited', 'unreadable_reply'];

export function problemOfBackend({ code }: AppError): LabProblemCode {
  if (code === 'reply_lost' || code === 'cancelled') return 'reply_lost';
  if (code === 'read_only' || code === 'managed') return 'not_allowed';
  if (code === 'service_changed') return 'profile_changed';
  if (code === 'forbidden') return 'key_lacks_right';
  if (keyCodes.includes(code)) return 'key_refused';
  return refusals.includes(code) ? 'refused' : 'service_down';
}

const sdkCodes: Readonly<Record<string, LabProblemCode | null>> = {
  // Either the user closed the modal while it opened, or the backend failed and reports the details itself.
  aborted: null,
  backend: null,
  link_token_expired: 'link_token_expired',
  link_token_used: 'link_token_used',
  link_token_invalid: 'link_token_invalid',
  blocked: 'blocked',
  network: 'service_down',
  service_error: 'service_down',
  page_timeout: 'modal_silent',
};

/** Maps an SDK rejection to a lab problem. Null if there is no problem or the lab already shows it. */
export const problemOfSdk = (code: string): LabProblemCode | null => {
  const known = sdkCodes[code];
  return known === undefined ? 'refused' : known;
};

/** Removes the modal's URL from an SDK message, because the URL alone opens the modal. */
export const withoutModalAddress = (message: string): string =>
  message.replace(/(https?:\/\/[^/\s]+)(\/\S*)?/g, (_, origin: string, path = '') =>
    /^\/([^?#]*\/)?api\/v1\//.test(path as string) ? `${origin}${path as string}` : origin,
  );

/**
 * Returns the lab's wording of an SDK error. The SDK blames the page's policy for `blocked`, but here the lab's policy
 * blocks the modal, because the service returned another origin than expected.
 */
export const sentenceOfSdk = (code: string, message: string): string => {
  const [origin] = code === 'blocked' ? (/https?:\/\/[^\s/]+[^\s/.]/.exec(message) ?? []) : [];
  return origin === undefined ? message : `The service serves its modal from ${origin}.`;
};

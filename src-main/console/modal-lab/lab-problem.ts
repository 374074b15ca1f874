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
  // The person closed the modal while it opened, or the backend failed, which is told with more words.
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

/** What a rejection of the SDK means for the flow; null where nothing went wrong, or it is known already. */
export const problemOfSdk = (code: string): LabProblemCode | null => {
  const known = sdkCodes[code];
  return known === undefined ? 'refused' : known;
};

/** A message of the SDK without the address of a modal, which opens it. */
export const withoutModalAddress = (message: string): string =>
  message.replace(/(https?:\/\/[^/\s]+)(\/\S*)?/g, (_, origin: string, path = '') =>
    /^\/([^?#]*\/)?api\/v1\//.test(path as string) ? `${origin}${path as string}` : origin,
  );

/**
 * What the SDK says of a problem, for the lab. The page that forbids an address is the lab's own, which always lets the
 * service in: the service has named another origin for its modal, and no policy of a person is to blame.
 */
export const sentenceOfSdk = (code: string, message: string): string => {
  const [origin] = code === 'blocked' ? (/https?:\/\/[^\s/]+[^\s/.]/.exec(message) ?? []) : [];
  return origin === undefined ? message : `The service names ${origin} for its modal.`;
};

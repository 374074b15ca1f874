/** All error codes of console calls. Pages load this file, so it must not import Zod. */
export const appErrorCodes = [
  'unauthorized',
  'forbidden',
  'not_found',
  'invalid_request',
  'rate_limited',
  'service_failed',
  'unreadable_reply',
  'reply_too_large',
  'redirected',
  'offline',
  'timeout',
  'certificate',
  'certificate_expired',
  'certificate_name',
  'tls_failed',
  'wrong_service',
  'reply_lost',
  'cancelled',
  'no_key',
  'key_for_other_address',
  'key_exists',
  'invalid_key',
  'keychain_locked',
  'keychain_unavailable',
  'keychain_denied',
  'keychain_slow',
  'unknown_profile',
  'built_in_profile',
  'invalid_profile',
  'invalid_import',
  'ca_file_unusable',
  'managed',
  'address_refused',
  'service_changed',
  'read_only',
  'confirmation_needed',
  'settings_not_saved',
  'rows_lost',
  'rows_let_go',
  'nothing_to_export',
  'export_not_saved',
  'sandbox_unavailable',
  'control_unavailable',
  'data_unavailable',
  'refused_sender',
  'invalid_arguments',
  'unknown_call',
  'internal',
] as const;
export type AppErrorCode = (typeof appErrorCodes)[number];

const unansweredCodes: ReadonlySet<AppErrorCode> = new Set(['offline', 'timeout', 'sandbox_unavailable']);
const transientCodes: ReadonlySet<AppErrorCode> = new Set([
  ...unansweredCodes,
  'service_failed',
  'rate_limited',
  // Temporary, because the cause is a truncated response or a network's login page.
  'unreadable_reply',
]);
const keyErrors: ReadonlySet<AppErrorCode> = new Set(['unauthorized', 'no_key', 'key_for_other_address']);

/** Whether the same call can succeed later. See `retry-policy.ts` for the number of retries. */
export const canPass = (code: AppErrorCode): boolean => transientCodes.has(code);

/** Whether the call ended without a response from the service. */
export const isUnanswered = (code: AppErrorCode): boolean => unansweredCodes.has(code);

/** Whether the user can fix this error by entering an API key. */
export const requiresKey = (code: AppErrorCode): boolean => keyErrors.has(code);

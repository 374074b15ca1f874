import type { AppErrorCode } from './app-error-codes.ts';
import type { AppError } from './app-error.ts';
import { webPageProblem } from './web-page-problem.ts';

interface AppErrorText {
  readonly title: string;
  readonly text: string;
  readonly retry: boolean;
}

/** `retry` is true if omitted. */
type WrittenText = Omit<AppErrorText, 'retry'> & { readonly retry?: false };

const countWords = ['never', 'once', 'twice', 'three times'];
const timesText = (count: number): string => countWords[count] ?? `${count} times`;

const purposes: readonly (readonly [RegExp, string])[] = [
  [/\/migrations$/, 'list migrations'],
  [/\/migrations\/[^/]+$/, 'read this migration'],
  [/\/companies$/, 'list companies'],
  [/\/link-token$/, 'create link tokens'],
];
const purposeOf = (path: string): string =>
  purposes.find(([end]) => end.test(path.split('?')[0] ?? ''))?.[1] ?? 'do this';

const texts: Record<AppErrorCode, (error: AppError) => WrittenText> = {
  unauthorized: () => ({
    title: 'The key was rejected',
    text: 'The key may have been revoked. Enter a new key to continue.',
  }),
  forbidden: ({ request }) => ({
    title: `This key can't ${request ? purposeOf(request.path) : 'do this'}`,
    text: 'Ask an administrator of your organization for a key with this permission.',
    retry: false,
  }),
  not_found: () => ({
    title: 'Not found',
    text: 'The item may belong to another organization, or the base URL may be wrong.',
  }),
  invalid_request: () => ({
    title: 'The service refused the request',
    text: "See the service's message below. Change the page or filter, then try again.",
  }),
  rate_limited: ({ request }) => ({
    title: 'Too many requests',
    text: `The service limits requests. Try again${
      request?.retryAfterMs === undefined ? '' : ` in ${Math.ceil(request.retryAfterMs / 1000)} s`
    }.`,
  }),
  service_failed: ({ request }) => ({
    title: request ? `The service failed ${timesText(request.tries)}` : 'The service failed',
    text: `The response was ${request?.status ?? 'an error'}${
      request && request.tries > 1 ? ' each time' : ''
    }. Nothing was changed. Wait a minute, then try again.`,
  }),
  unreadable_reply: ({ detail = "The console can't read the response." }) => ({
    title: 'Unexpected response',
    text:
      detail === webPageProblem
        ? `${detail} Check the base URL, and whether your network asks you to sign in.`
        : `${detail} If this continues, check the base URL and the proxy.`,
  }),
  reply_too_large: () => ({
    title: 'The response was too large',
    text: 'The console stopped reading at 10 MiB. Show fewer rows per page.',
  }),
  redirected: () => ({
    title: 'The service redirected the request',
    text: "The console doesn't follow redirects, because they could send the key elsewhere. Check the base URL.",
  }),
  offline: () => ({
    title: 'No connection to the service',
    text: "The base URL didn't respond. Check the network and the base URL, then try again.",
  }),
  timeout: () => ({
    title: 'The service took too long',
    text: "The response wasn't complete within the time limit. Try again.",
  }),
  certificate: ({ request }) => ({
    title: "The certificate isn't trusted",
    text: `This device doesn't trust the certificate of ${request?.host ?? 'the service'}. Add your company's CA file in Settings, Network.`,
  }),
  certificate_expired: ({ request }) => ({
    title: "The certificate isn't valid now",
    text: `The certificate of ${request?.host ?? 'the service'} has expired or isn't valid yet. Check this device's clock. If the clock is right, contact the operator of the service.`,
  }),
  certificate_name: ({ request }) => ({
    title: 'The certificate is for another host',
    text: `The certificate isn't valid for ${request?.host ?? 'this host'}. Check the base URL.`,
  }),
  tls_failed: () => ({
    title: 'No secure connection',
    text: 'The TLS handshake failed. Check the base URL, the port and the proxy.',
  }),
  wrong_service: ({ request }) => ({
    title: 'Not a Ferry service',
    text: `${request?.host ?? 'The base URL'} responded, but the response doesn't match this API. Check the base URL and the proxy.`,
  }),
  reply_lost: ({ request }) => ({
    title: 'No response',
    text: /\/(hosted-links|retries)\/v1/.test(request?.path ?? '')
      ? 'A hosted link may have been created. If so, it works for 7 days. To list and revoke hosted links, call /hosted-links/v1 of the API.'
      : 'A link token may have been created. If so, it expires within 60 s.',
  }),
  cancelled: () => ({ title: 'Cancelled', text: 'The request was stopped before the response arrived.' }),
  no_key: () => ({ title: 'No key yet', text: 'This profile has no API key. Add one in Settings.' }),
  key_for_other_address: () => ({
    title: 'The key belongs to another base URL',
    text: "The key was stored for another base URL, so nothing was sent. Enter this service's key.",
    retry: false,
  }),
  key_exists: () => ({
    title: 'This profile already has a key',
    text: 'Nothing was changed. To change the key, choose Replace key in Settings.',
    retry: false,
  }),
  invalid_key: () => ({
    title: 'Not a valid API key',
    text: 'A key has 8 to 512 characters and no spaces. Copy the key from the dashboard again.',
    retry: false,
  }),
  keychain_locked: () => ({
    title: 'Keychain is locked',
    text: 'The key is safe. Unlock the keychain, then try again.',
  }),
  keychain_unavailable: () => ({
    title: 'No keychain available',
    text: "This device can't store keys. You can keep a key until you quit.",
  }),
  keychain_denied: () => ({
    title: 'Keychain access denied',
    text: "Allow Ferry Console in your keychain's settings, then try again.",
  }),
  keychain_slow: () => ({
    title: 'Keychain is slow',
    text: "The keychain didn't respond within 5 s. Look for a window that asks for the keychain's password. The rest of the console works.",
  }),
  unknown_profile: () => ({
    title: 'This profile no longer exists',
    text: 'The profile was removed. Choose another profile.',
    retry: false,
  }),
  built_in_profile: () => ({
    title: "The Sandbox can't be changed",
    text: "The Sandbox is built in. You can't edit or remove it, and it creates its own key.",
    retry: false,
  }),
  invalid_profile: () => ({
    title: "The profile wasn't saved",
    text: 'A field is invalid. See below.',
    retry: false,
  }),
  invalid_import: () => ({
    title: 'No profiles in this file',
    text: 'Nothing was added. Choose a file exported by Ferry Console.',
    retry: false,
  }),
  ca_file_unusable: () => ({
    title: "The CA file can't be used",
    text: 'Nothing was sent. See the reason below, then choose another file in Settings, Network.',
  }),
  managed: () => ({
    title: 'Managed by your administrator',
    text: "The device configuration doesn't allow this. Ask your administrator to change the configuration.",
    retry: false,
  }),
  address_refused: () => ({
    title: 'Address blocked',
    text: 'The console calls only the base URLs of its profiles. It never calls an address on a different network than the service.',
    retry: false,
  }),
  service_changed: () => ({
    title: 'The profile has changed',
    text: 'The base URL, environment or key changed since you started, so nothing was sent. Start again.',
    retry: false,
  }),
  read_only: () => ({
    title: 'Read-only',
    text: "Your administrator doesn't allow this console to create data. Nothing was sent.",
    retry: false,
  }),
  settings_not_saved: () => ({
    title: 'Settings not saved',
    text: "The settings file is unchanged. See the reason below. Free some disk space or check the file's permissions, then try again.",
  }),
  rows_lost: () => ({
    title: 'Loaded rows lost',
    text: 'The data process stopped. Nothing else was lost. Load the rows again.',
  }),
  rows_let_go: () => ({
    title: 'Loaded rows removed',
    text: 'The console keeps up to 2,000,000 loaded rows and removed the rows you used least recently. Load the rows again.',
  }),
  nothing_to_export: () => ({
    title: 'Nothing to export',
    text: 'No rows are loaded. Load all rows first, or export this page.',
    retry: false,
  }),
  export_not_saved: () => ({
    title: 'Export not saved',
    text: 'No partial file remains, and an existing file is unchanged. See the reason below.',
  }),
  sandbox_unavailable: () => ({
    title: "The Sandbox isn't running",
    text: "The local service couldn't start. See the reason below.",
  }),
  confirmation_needed: () => ({
    title: 'Confirm to run in production',
    text: "Nothing was started, because you didn't confirm. Start again and confirm.",
  }),
  control_unavailable: () => ({
    title: "This service can't be controlled",
    text: 'Start the local service with --allow-control, or switch to the Sandbox.',
  }),
  data_unavailable: () => ({
    title: "The console's local data can't be read",
    text: "The data process didn't respond. It restarts automatically. Try again.",
  }),
  refused_sender: () => ({
    title: 'Request refused',
    text: "The request didn't come from the console window.",
    retry: false,
  }),
  invalid_arguments: () => ({
    title: 'Invalid request',
    text: 'The request contains invalid values. Reload the console.',
    retry: false,
  }),
  unknown_call: () => ({
    title: 'Unknown request',
    text: 'The page and the program have different versions. Reload the console.',
    retry: false,
  }),
  internal: () => ({
    title: 'Internal error',
    text: 'Nothing was changed at the service. Try again. If the error returns, copy the details into a report.',
  }),
};

/** Returns title, text and recovery of an error, for display. */
export const describeAppError = (error: AppError): AppErrorText => ({ retry: true, ...texts[error.code](error) });

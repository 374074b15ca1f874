import type { AppErrorCode } from './app-error-codes.ts';
import type { AppError } from './app-error.ts';

interface AppErrorText {
  /** What happened, as a title without a full stop. */
  readonly title: string;
  /** What it means and what to do next. */
  readonly text: string;
  /** Whether trying the same again can help. */
  readonly retry: boolean;
}

const counts = ['never', 'once', 'twice', 'three times'];
const times = (count: number): string => counts[count] ?? `${count} times`;

/** What a key is for, by the end of the path that it was sent to. */
const purposes: readonly (readonly [RegExp, string])[] = [
  [/\/migrations$/, 'list migrations'],
  [/\/migrations\/[^/]+$/, 'read this migration'],
  [/\/companies$/, 'list companies'],
  [/\/link-token$/, 'make link tokens'],
];
const purposeOf = (path: string): string =>
  purposes.find(([end]) => end.test(path.split('?')[0] ?? ''))?.[1] ?? 'do this';

const texts: Record<AppErrorCode, (error: AppError) => AppErrorText> = {
  unauthorized: () => ({
    title: 'The key was not accepted',
    text: 'It may have been revoked. Enter a new key to go on.',
    retry: true,
  }),
  forbidden: ({ request }) => ({
    title: `This key may not ${request ? purposeOf(request.path) : 'do this'}`,
    text: 'Ask an administrator of your organization for one that may.',
    retry: false,
  }),
  not_found: () => ({
    title: 'The service does not know this',
    text: 'It may belong to another organization, or the base address may be wrong.',
    retry: true,
  }),
  invalid_request: () => ({
    title: 'The service refused the request',
    text: 'Its message is below. Change the page or the filter, then try again.',
    retry: true,
  }),
  rate_limited: ({ request }) => ({
    title: 'Too many requests',
    text: `The service asked for a pause${
      request?.retryAfterMs === undefined ? '' : ` of ${Math.ceil(request.retryAfterMs / 1000)} s`
    }. Try again after it.`,
    retry: true,
  }),
  service_failed: ({ request }) => ({
    title: request ? `The service failed ${times(request.tries)}` : 'The service failed',
    text: `It answered ${request?.status ?? 'with an error'}${
      request && request.tries > 1 ? ' to each try' : ''
    }. Nothing was changed. Wait a minute, then try again.`,
    retry: true,
  }),
  unreadable_reply: () => ({
    title: 'The reply could not be read',
    text: 'Something answered that is not this service: a login page of the network, a proxy, or a wrong base address. Check the address, then try again.',
    retry: true,
  }),
  reply_too_large: () => ({
    title: 'The reply was too large',
    text: 'It was cut at 10 MiB and dropped. Ask for fewer rows per page.',
    retry: true,
  }),
  redirected: () => ({
    title: 'The service sent the console elsewhere',
    text: 'Redirects are not followed, so that the key stays with its own service. Check the base address.',
    retry: true,
  }),
  offline: () => ({
    title: 'No connection to the service',
    text: 'Nothing answered at its address. Check the network and the base address, then try again.',
    retry: true,
  }),
  timeout: () => ({
    title: 'The service took too long',
    text: 'No complete reply came within the time limit. Try again.',
    retry: true,
  }),
  certificate: ({ request }) => ({
    title: 'The certificate is not trusted here',
    text: `The certificate of ${request?.host ?? 'the service'} was not accepted. Add your company's CA file in Settings, Network.`,
    retry: true,
  }),
  certificate_expired: ({ request }) => ({
    title: 'The certificate is not valid today',
    text: `The certificate of ${request?.host ?? 'the service'} has expired or is not valid yet. Check this computer's clock; if it is right, tell whoever runs the service.`,
    retry: true,
  }),
  certificate_name: ({ request }) => ({
    title: 'The certificate belongs to another name',
    text: `The certificate that answered is not for ${request?.host ?? 'this address'}. Check the base address.`,
    retry: true,
  }),
  tls_failed: () => ({
    title: 'No secure connection could be made',
    text: 'Something answered, but not with TLS as this console knows it: a proxy, or a wrong port. Check the base address.',
    retry: true,
  }),
  wrong_service: ({ request }) => ({
    title: 'This is not the service',
    text: `${request?.host ?? 'The address'} answered, but not as this API does. Check the base address.`,
    retry: true,
  }),
  reply_lost: () => ({
    title: 'No answer came',
    text: 'A link token may exist; it ends by itself within 60 s. Make another.',
    retry: true,
  }),
  cancelled: () => ({ title: 'Cancelled', text: 'The request was stopped before its reply came.', retry: true }),
  no_key: () => ({ title: 'No key yet', text: 'This profile has no API key. Add one in Settings.', retry: true }),
  key_for_other_address: () => ({
    title: 'The key belongs to another address',
    text: 'It was stored for another base address, so nothing was sent. Enter the key of this service.',
    retry: false,
  }),
  key_exists: () => ({
    title: 'This profile has a key already',
    text: 'Nothing was changed. Choose Replace key to put the new one in its place.',
    retry: false,
  }),
  invalid_key: () => ({
    title: 'This cannot be a key',
    text: 'A key is one line of letters, digits and signs without spaces. Copy it again from the dashboard.',
    retry: false,
  }),
  keychain_locked: () => ({
    title: 'Keychain is locked',
    text: 'The key is safe but cannot be read yet. Unlock it, then try again.',
    retry: true,
  }),
  keychain_unavailable: () => ({
    title: 'No keychain here',
    text: 'Keys cannot be stored on this computer. You can keep one until you quit.',
    retry: true,
  }),
  keychain_denied: () => ({
    title: 'Access was denied',
    text: 'The keychain refused. Allow Ferry Console in the keychain and try again.',
    retry: true,
  }),
  keychain_slow: () => ({
    title: 'Keychain is slow',
    text: 'It gave no answer within 5 s. Look for a window that asks for its password; the rest of the console works.',
    retry: true,
  }),
  unknown_profile: () => ({
    title: 'This profile is not there any more',
    text: 'It was removed. Choose another one.',
    retry: false,
  }),
  built_in_profile: () => ({
    title: 'The Sandbox stays as it is',
    text: 'It belongs to the console: it cannot be changed or removed, and makes its own key.',
    retry: false,
  }),
  invalid_profile: () => ({
    title: 'The profile was not saved',
    text: 'One of its fields does not fit; which one is said below.',
    retry: false,
  }),
  invalid_import: () => ({
    title: 'The file holds no profiles',
    text: 'Nothing was added. Choose a file that a console has exported.',
    retry: false,
  }),
  ca_file_unusable: () => ({
    title: 'The CA file cannot be used',
    text: 'Nothing was sent. The reason is below; choose another file in Settings, Network.',
    retry: true,
  }),
  managed: () => ({
    title: 'Your administrators decide this',
    text: 'The configuration of this computer sets or forbids it. Ask them for a change.',
    retry: false,
  }),
  address_refused: () => ({
    title: 'This address is not called',
    text: 'The console calls the addresses of its profiles, and nothing that lies in another network than the service that named it.',
    retry: false,
  }),
  service_changed: () => ({
    title: 'The profile has changed',
    text: 'This was begun for another address, environment or key, so nothing was sent. Start it again.',
    retry: false,
  }),
  read_only: () => ({
    title: 'The console is read-only here',
    text: 'Your administrators have switched off everything that creates data. Nothing was sent.',
    retry: false,
  }),
  settings_not_saved: () => ({
    title: 'The settings could not be saved',
    text: 'The file is as it was before. The reason is below; free some disk space or check its rights, then try again.',
    retry: true,
  }),
  rows_lost: () => ({
    title: 'The loaded rows are gone',
    text: 'The process that held them ended. Nothing else was lost; load them again.',
    retry: true,
  }),
  rows_let_go: () => ({
    title: 'The loaded rows were let go',
    text: 'All profiles together keep 2,000,000 loaded rows, and the others were used later. Load these again.',
    retry: true,
  }),
  nothing_to_export: () => ({
    title: 'There is nothing to export',
    text: 'No rows are loaded. Load all of them first, or export this page.',
    retry: false,
  }),
  export_not_saved: () => ({
    title: 'The export was not saved',
    text: 'Nothing was left behind, and a file of that name is as it was. The reason is below.',
    retry: true,
  }),
  sandbox_unavailable: () => ({
    title: 'The Sandbox is not running',
    text: 'The service on this computer could not be started. The reason is below.',
    retry: true,
  }),
  confirmation_needed: () => ({
    title: 'This runs on production',
    text: 'It was not started, because nobody has agreed to it. Start it again and confirm.',
    retry: true,
  }),
  control_unavailable: () => ({
    title: 'This service cannot be controlled from here',
    text: 'Only a service on this computer that was started with --allow-control can. Switch to the Sandbox.',
    retry: true,
  }),
  data_unavailable: () => ({
    title: 'What this console keeps of rows cannot be read',
    text: 'The part of it that holds loaded rows and the observed timeline gave no answer. It starts again by itself: try again.',
    retry: true,
  }),
  refused_sender: () => ({
    title: 'The call was refused',
    text: 'It did not come from the console window.',
    retry: false,
  }),
  invalid_arguments: () => ({
    title: 'The call could not be understood',
    text: 'Its arguments do not fit. Reload the console.',
    retry: false,
  }),
  invalid_result: () => ({
    title: 'The console made a reply it cannot send',
    text: 'This is a fault of the console. Copy the details into a report.',
    retry: true,
  }),
  unknown_call: () => ({
    title: 'The console does not know this call',
    text: 'Page and program are of different versions. Reload the console.',
    retry: false,
  }),
  internal: () => ({
    title: 'Something failed inside the console',
    text: 'Nothing was changed at the service. Try again; if it comes back, copy the details into a report.',
    retry: true,
  }),
};

/** The words a person sees for an error: what happened, then what to do. */
export const describeAppError = (error: AppError): AppErrorText => texts[error.code](error);

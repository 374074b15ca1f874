import type { LabProblem, LabProblemCode, LabView } from '#shared/console-contract/modal-lab-calls.ts';
import { describeAppError } from '#shared/app-error-text.ts';

export type LabRecoveryAction = 'new-token' | 'resume' | 'reload-guest' | 'start-over' | 'key-settings' | 'own-tab';

export type ShownProblem = Omit<LabProblem, 'at'>;

interface ProblemWords {
  /** A sentence without a full stop. */
  readonly title: string;
  readonly text: string;
  readonly way: LabRecoveryAction;
  readonly coversGuest: boolean;
}

type Words = Omit<ProblemWords, 'coversGuest'>;

const words: Record<LabProblemCode, Words> = {
  service_down: {
    title: "The service isn't responding",
    text: 'No modal was opened. Check the service, then try again.',
    way: 'new-token',
  },
  key_refused: {
    title: 'The key was rejected',
    text: 'The lab received no link token. Enter a valid key, then try again.',
    way: 'key-settings',
  },
  key_lacks_right: {
    title: "This key can't create link tokens",
    text: 'This key lacks permission. Ask an administrator for another key, and enter it.',
    way: 'key-settings',
  },
  not_allowed: {
    title: 'This console is read-only',
    text: "Your administrator doesn't allow this console to create data.",
    way: 'start-over',
  },
  reply_lost: {
    title: 'No response',
    text: 'A link token may have been created. If so, it expires within 60 s.',
    way: 'new-token',
  },
  link_token_expired: {
    title: 'This link token has expired',
    text: 'The token was exchanged after more than 60 s. A link token works only once and for 60 s.',
    way: 'new-token',
  },
  link_token_used: { title: 'This link token was already used', text: 'Each token works once.', way: 'new-token' },
  link_token_invalid: {
    title: 'Link token not found',
    text: 'The token may belong to another service or environment. Check the base URL of the profile.',
    way: 'new-token',
  },
  access_token_expired: {
    title: 'The access token has expired',
    text: 'To continue, create a new link token.',
    way: 'new-token',
  },
  nothing_to_resume: {
    title: 'Nothing to resume',
    text: 'The migration ended, its access token expired, or no migration was started here.',
    way: 'new-token',
  },
  refused: { title: 'The service refused the flow', text: "See the log for the service's message.", way: 'new-token' },
  blocked: {
    title: "The lab doesn't show modals from this origin",
    text: 'The browser blocked the frame before sending anything. For a service on this device, the lab shows only modals from this device. On a limited network, the lab shows only modals from the allowed base URLs. Your own page can show the modal if its frame-src allows that origin.',
    way: 'start-over',
  },
  framing_forbidden: {
    title: "The modal can't be embedded here",
    text: 'The page loaded, but its policy forbids this frame. The service must allow the origin of the page that opens the modal.',
    way: 'new-token',
  },
  modal_silent: {
    title: "The modal isn't responding",
    text: 'The page loaded 4 s ago and sent no event. The page may be stuck, or may not be a modal of this service.',
    way: 'new-token',
  },
  storage_blocked: {
    title: 'Storage is blocked in this page',
    text: "The SDK keeps the access token in memory. The flow works, but you can't resume it after a reload.",
    way: 'own-tab',
  },
  guest_crashed: {
    title: "The lab's page crashed",
    text: 'Only this page is affected. The migration continues at the service.',
    way: 'reload-guest',
  },
  guest_silent: {
    title: "The lab's page isn't responding",
    text: "The modal is stuck, crashed or didn't load. Only this page is affected. The migration continues at the service.",
    way: 'reload-guest',
  },
  service_moved: {
    title: "The service's base URL changed",
    text: 'This lab uses the old base URL. Start over to use the new one.',
    way: 'start-over',
  },
  profile_changed: {
    title: 'The profile has changed',
    text: 'The base URL, environment or key changed since this lab was opened. Start over to use the current profile.',
    way: 'start-over',
  },
};

const coveringCodes: readonly LabProblemCode[] = ['guest_crashed', 'guest_silent', 'service_moved', 'profile_changed'];

/** Returns the available action. Only a frame can move to a tab, and the console can't reload tabs. */
const recoveryActionFrom = (way: LabRecoveryAction, shownIn: LabView['shownIn']): LabRecoveryAction => {
  if (shownIn === 'tab' && way === 'reload-guest') return 'own-tab';
  return shownIn !== 'frame' && way === 'own-tab' ? 'start-over' : way;
};

export const problemWords = ({ code, error }: ShownProblem, shownIn: LabView['shownIn']): ProblemWords => {
  const ownWords = { ...words[code], way: recoveryActionFrom(words[code].way, shownIn) };
  const coversGuest = coveringCodes.includes(code);
  if (!error || code === 'reply_lost') return { ...ownWords, coversGuest };
  const { title, text } = describeAppError(error);
  return { ...ownWords, title, text, coversGuest };
};

export const recoveryActionLabels: Record<LabRecoveryAction, string> = {
  'new-token': 'New token and open',
  resume: 'Resume',
  'reload-guest': 'Reload lab page',
  'start-over': 'Start over',
  'key-settings': 'Enter a key',
  'own-tab': 'Open in a tab',
};

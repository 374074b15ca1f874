import type { LabProblem, LabProblemCode, LabView } from '#shared/console-contract/modal-lab-calls.ts';
import { describeAppError } from '#shared/app-error-text.ts';

/** What a person can do about a problem, as a button of the page. */
export type LabWayOn = 'new-token' | 'resume' | 'reload-guest' | 'start-over' | 'key-settings' | 'own-tab';

/** A problem without its time. */
export type ShownProblem = Omit<LabProblem, 'at'>;

interface ProblemWords {
  /** A sentence without a full stop. */
  readonly title: string;
  readonly text: string;
  readonly way: LabWayOn;
  /** The page itself is of no use: the words stand in its place. */
  readonly coversGuest: boolean;
}

type Words = Omit<ProblemWords, 'coversGuest'>;

const words: Record<LabProblemCode, Words> = {
  service_down: {
    title: 'The service does not answer',
    text: 'Nothing was opened. Check it, then try again.',
    way: 'new-token',
  },
  key_refused: {
    title: 'The key was not accepted',
    text: 'The lab got no link token. Enter a key that works, then try again.',
    way: 'key-settings',
  },
  key_lacks_right: {
    title: 'This key may not make link tokens',
    text: 'It was made for something else. Ask an administrator of your organization for one that may, and enter it.',
    way: 'key-settings',
  },
  not_allowed: {
    title: 'This console is read-only',
    text: 'Your administrators have switched off what creates data.',
    way: 'start-over',
  },
  reply_lost: {
    title: 'No answer came',
    text: 'A link token may exist; it ends by itself within 60 s.',
    way: 'new-token',
  },
  link_token_expired: {
    title: 'This link token has expired',
    text: 'It was exchanged after its 60 s. Each token works once, and only that long.',
    way: 'new-token',
  },
  link_token_used: { title: 'This link token was used already', text: 'Each token works once.', way: 'new-token' },
  link_token_invalid: {
    title: 'The service does not know this link token',
    text: 'It may belong to another service or environment. Check the base address of the profile.',
    way: 'new-token',
  },
  access_token_expired: {
    title: 'The access token has expired',
    text: 'The service takes it no more. Only a new link token goes on from here.',
    way: 'new-token',
  },
  nothing_to_resume: {
    title: 'There is nothing to resume',
    text: 'This page remembers no migration that is under way: it has ended, its access token is over, or none was begun here.',
    way: 'new-token',
  },
  refused: { title: 'The service refused the flow', text: 'What it said stands in the log.', way: 'new-token' },
  blocked: {
    title: 'The lab does not show a modal of this origin',
    text: 'The browser stopped it before anything was sent there. For a service on this computer the lab shows modals of this computer only, in a limited network those of its addresses. A page of your own shows it where its frame-src names that origin.',
    way: 'start-over',
  },
  framing_forbidden: {
    title: 'The modal may not stand in a frame here',
    text: 'Its page loaded, but its policy forbids this frame. The service must name the origin of the page that opens it.',
    way: 'new-token',
  },
  modal_silent: {
    title: 'The modal says nothing',
    text: 'Its page loaded 4 s ago and sent no event. It may hang, or may not be a modal of this service.',
    way: 'new-token',
  },
  storage_blocked: {
    title: 'Storage is blocked in this page',
    text: 'The SDK keeps the access token in memory: the flow works, but a reload cannot go on with it.',
    way: 'own-tab',
  },
  guest_crashed: {
    title: 'The page of the lab has crashed',
    text: 'Only this page is affected. The migration goes on at the service.',
    way: 'reload-guest',
  },
  guest_silent: {
    title: 'The page of the lab does not answer',
    text: 'It hangs, has crashed or did not load. Only this page is affected; the migration goes on at the service.',
    way: 'reload-guest',
  },
  service_moved: {
    title: 'The service has another address now',
    text: 'This lab was opened for the old one. Start over to go on with the new one.',
    way: 'start-over',
  },
  profile_changed: {
    title: 'The profile has changed',
    text: 'This lab was opened for another address, environment or key. Start over to go on with the profile as it is now.',
    way: 'start-over',
  },
};

const covering: readonly LabProblemCode[] = ['guest_crashed', 'guest_silent', 'service_moved', 'profile_changed'];

/** The way on where the page of the lab stands: only a frame can be given up for a tab, and no tab is ours to reload. */
const wayFrom = (way: LabWayOn, shownIn: LabView['shownIn']): LabWayOn => {
  if (shownIn === 'tab' && way === 'reload-guest') return 'own-tab';
  return shownIn !== 'frame' && way === 'own-tab' ? 'start-over' : way;
};

/** The words for a problem; a failed call of the backend brings its own. */
export const problemWords = ({ code, error }: ShownProblem, shownIn: LabView['shownIn']): ProblemWords => {
  const own = { ...words[code], way: wayFrom(words[code].way, shownIn) };
  const coversGuest = covering.includes(code);
  if (!error || code === 'reply_lost') return { ...own, coversGuest };
  const { title, text } = describeAppError(error);
  return { ...own, title, text, coversGuest };
};

export const wayOnLabels: Record<LabWayOn, string> = {
  'new-token': 'New token and open',
  resume: 'Resume',
  'reload-guest': 'Reload guest',
  'start-over': 'Start over',
  'key-settings': 'Enter a key',
  'own-tab': 'Open in a tab',
};

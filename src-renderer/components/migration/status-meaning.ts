import { brand } from '#shared/brand.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';

interface NextStep {
  readonly text: string;
  readonly by: string;
}

interface StatusMeaning {
  readonly means: string;
  readonly next: readonly NextStep[];
}

type Words = (provider: string) => StatusMeaning;

const endUser = 'the end user';
const support = 'you';
const sendTo = (whose: string, first: string): NextStep => ({
  text: `${first}, send the ticket text to ${whose} support.`,
  by: support,
});
const ours = `${brand.serviceName}’s`;

/** By status; `provider` is its name, or "the source" where none is known. */
const meanings: Readonly<Record<MigrationStatus, Words>> = {
  NOT_READY: (provider) => ({
    means: `The modal was opened. The end user has not logged in to ${provider} yet. Nothing was copied.`,
    next: [
      { text: `Ask the person to log in to ${provider} in the modal.`, by: endUser },
      { text: 'If the modal is closed, ask for a new start in your product.', by: endUser },
    ],
  }),
  NOT_STARTED: (provider) => ({
    means: `The end user has logged in to ${provider}. The copy has not begun.`,
    next: [
      { text: 'Ask the person to open the modal in your product again and begin.', by: endUser },
      sendTo(ours, 'If nothing moves then'),
    ],
  }),
  WORKING: () => ({
    means: 'The copy is running. It needs nobody while it goes on.',
    next: [
      { text: 'Watch it, to be told when it ends.', by: support },
      sendTo(ours, 'If it stays longer than others do'),
    ],
  }),
  PENDING_USER_INPUT: () => ({
    means:
      'The copy has stopped at a question, and goes on by itself after the answer. The end user may have closed the modal.',
    next: [{ text: 'Ask the person to open your product and answer in the modal.', by: endUser }],
  }),
  COMPLETE: () => ({ means: 'Everything was copied. Nothing is left to do.', next: [] }),
  COMPLETED_WITH_FAILURES: (provider) => ({
    means: 'The copy came to its end, but some items were not copied. What was copied stays.',
    next: [
      { text: 'Tell the person that items are missing, before they rely on the copy.', by: support },
      sendTo(`${provider}’s`, 'To learn why'),
    ],
  }),
  FAILED: (provider) => ({
    means: 'The copy stopped before its end. What was copied until then stays.',
    next: [
      { text: 'Ask the person to start again in your product.', by: endUser },
      sendTo(`${provider}’s`, 'If it fails again'),
    ],
  }),
  LOGIN_ABANDONED: (provider) => ({
    means: `The end user left without logging in to ${provider}. Nothing was copied.`,
    next: [
      { text: 'Ask the person to start again in your product.', by: endUser },
      { text: `If the log-in is refused, the account at ${provider} may be locked.`, by: `${provider}’s support` },
    ],
  }),
};

const known = new Map<string, Words>(Object.entries(meanings));

export const statusMeaning = (status: string, provider: string | null): StatusMeaning =>
  known.get(status)?.(provider ?? 'the source') ?? {
    means: 'This status is not in the specification. What it means is not known.',
    next: [sendTo(ours, 'To learn it')],
  };

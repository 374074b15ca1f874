import { brand } from '#shared/brand.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';

interface NextStep {
  readonly text: string;
  /** Who must act. Null if the reader must. */
  readonly by: string | null;
}

interface StatusMeaning {
  readonly means: string;
  readonly next: readonly NextStep[];
}

interface StatusFacts {
  readonly stuckFor?: string | null | undefined;
  readonly items?: string | null | undefined;
}

type Words = (provider: string, known: StatusFacts) => StatusMeaning;

const endUser = 'the end user';
const support = null;
const sendTo = (whose: string, first: string): NextStep => ({
  text: `${first}, send the ticket text to ${whose} support.`,
  by: support,
});
const sentence = (text: string): string => `${text}${text.endsWith('.') ? '' : '.'}`;
const servicePossessive = `${brand.serviceName}'s`;

const meanings: Readonly<Record<MigrationStatus, Words>> = {
  NOT_READY: (provider) => ({
    means: `The modal was opened. The end user hasn't signed in to ${provider} yet. Nothing was copied.`,
    next: [
      { text: `Ask the end user to sign in to ${provider} in the modal.`, by: endUser },
      { text: 'If the modal is closed, ask the end user to start again in your product.', by: endUser },
    ],
  }),
  NOT_STARTED: (provider) => ({
    means: `The end user signed in to ${provider}. The copy hasn't started.`,
    next: [
      { text: 'Ask the end user to open the modal in your product again and start the copy.', by: endUser },
      sendTo(servicePossessive, "If the status doesn't change"),
    ],
  }),
  WORKING: (_provider, { stuckFor }) =>
    stuckFor
      ? {
          means: `The copy hasn't finished, and its status hasn't changed for ${stuckFor}.`,
          next: [{ text: `Send the ticket text to ${servicePossessive} support.`, by: support }],
        }
      : {
          means: 'The copy is running. No action needed.',
          next: [
            { text: 'Watch it to get notified when it finishes.', by: support },
            sendTo(servicePossessive, 'If the copy takes longer than usual'),
          ],
        },
  PENDING_USER_INPUT: () => ({
    means:
      'The copy is waiting for an answer and then continues automatically. The end user may have closed the modal.',
    next: [{ text: 'Ask the end user to open your product and answer in the modal.', by: endUser }],
  }),
  COMPLETE: () => ({ means: 'Everything was copied. No action needed.', next: [] }),
  COMPLETED_WITH_FAILURES: (provider, { items }) => ({
    means: items
      ? `The copy finished. ${sentence(items)} Copied items stay at the destination.`
      : "The copy finished, but some items weren't copied. Copied items stay at the destination.",
    next: [
      { text: 'Tell the end user that items are missing before they rely on the copy.', by: support },
      ...(items ? [] : [sendTo(`${provider}'s`, 'To find out why')]),
    ],
  }),
  FAILED: (provider) => ({
    means: 'The copy stopped early. Items copied so far stay at the destination.',
    next: [
      { text: 'Ask the end user to start again in your product.', by: endUser },
      sendTo(`${provider}'s`, 'If the copy fails again'),
    ],
  }),
  LOGIN_ABANDONED: (provider) => ({
    means: `The end user left without signing in to ${provider}. Nothing was copied.`,
    next: [
      { text: 'Ask the end user to start again in your product.', by: endUser },
      { text: `If sign-in fails, the account at ${provider} may be locked.`, by: `${provider}'s support` },
    ],
  }),
};

const meaningsByStatus = new Map<string, Words>(Object.entries(meanings));

/** Returns what a status means and what to do next, for services that don't report a cause. */
export const statusMeaning = (status: string, provider: string | null, facts: StatusFacts = {}): StatusMeaning =>
  meaningsByStatus.get(status)?.(provider ?? 'the source', facts) ?? {
    means: "This status isn't in the specification, so its meaning is unknown.",
    next: [sendTo(servicePossessive, 'To find out')],
  };

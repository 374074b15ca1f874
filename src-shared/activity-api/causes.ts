/** Who can remove a cause. `source` and `destination` are the servers that data is copied between. */
export const causeParties = ['end_user', 'organization', 'source', 'destination', 'service'] as const;

interface CauseWords {
  readonly party: (typeof causeParties)[number];
  readonly message: string;
  /** One or two sentences for a support person: what to do now. */
  readonly nextStep: string;
}

const signInAgain = 'Ask the end user to open the migration again and sign in.';
const retryLaterText = 'Ask the end user to start again when the server responds.';
const seeReport = 'Look at the failed items in the report.';

const table = {
  sign_in_pending: {
    party: 'end_user',
    message: "The end user hasn't signed in at the source yet.",
    nextStep: 'No action needed. The session expires automatically.',
  },
  start_pending: {
    party: 'end_user',
    message: "The end user signed in and hasn't started the copy yet.",
    nextStep: 'Ask the end user to press Start.',
  },
  question_pending: {
    party: 'end_user',
    message: 'The copy waits for an answer about items that already exist at the destination.',
    nextStep: 'Ask the end user to open the migration again and answer the question.',
  },
  password_needed: {
    party: 'end_user',
    message: 'The copy was interrupted and needs the password again.',
    nextStep: 'Ask the end user to open the migration again and sign in. The copy then continues.',
  },
  source_unavailable: {
    party: 'source',
    message: "The source isn't responding.",
    nextStep: `Check the source's server. ${retryLaterText}`,
  },
  destination_unavailable: {
    party: 'destination',
    message: "The destination isn't responding.",
    nextStep: `Check the destination's server. ${retryLaterText}`,
  },
  source_rate_limited: {
    party: 'source',
    message: 'The source rejected requests because of its rate limit.',
    nextStep: "Wait until the source's limit allows more requests, or ask its operator to raise the limit.",
  },
  destination_rate_limited: {
    party: 'destination',
    message: 'The destination rejected requests because of its rate limit.',
    nextStep: "Wait until the destination's limit allows more requests, or ask its operator to raise the limit.",
  },
  service_interrupted: {
    party: 'service',
    message: 'The service failed while it was copying.',
    nextStep: "Look for errors in the service's log at this time.",
  },
  source_failed: {
    party: 'source',
    message: 'The source stopped responding during the copy.',
    nextStep: 'Ask the end user to start again. Check the source if the copy stops again.',
  },
  too_much_data: {
    party: 'source',
    message: 'The source has too many collections or items to copy.',
    nextStep: 'Ask the end user to archive old data or split the collection, and then start again.',
  },
  destination_missing: {
    party: 'organization',
    message: 'The organization has no destination for this copy.',
    nextStep: 'Add the destination to the providers file, then restart the service.',
  },
  destination_changed: {
    party: 'organization',
    message: 'The organization changed the destination account during the copy.',
    nextStep: 'Ask the end user to start again. The new migration copies everything to the new account.',
  },
  closed_by_end_user: {
    party: 'end_user',
    message: 'The end user closed the window before signing in.',
    nextStep: signInAgain,
  },
  session_expired: {
    party: 'end_user',
    message: 'The session expired before the end user signed in.',
    nextStep: signInAgain,
  },
  question_unanswered: {
    party: 'end_user',
    message: 'The session expired before the end user answered a question.',
    nextStep: 'Ask the end user to start again and to answer the question.',
  },
  password_not_given: {
    party: 'end_user',
    message: 'The copy was interrupted, and the session expired before the end user signed in again.',
    nextStep: "Ask the end user to start again. Items that were already copied won't be copied again.",
  },
  not_started: {
    party: 'end_user',
    message: "The end user signed in and didn't start the copy within an hour.",
    nextStep: 'Ask the end user to open the migration again, sign in and press Start.',
  },
  stopped: {
    party: 'organization',
    message: 'A call to the control API stopped the migration.',
    nextStep: 'Ask the end user to start again.',
  },
  password_refused: {
    party: 'end_user',
    message: 'The source rejected the user name or password.',
    nextStep: 'Ask the end user to reset the password at the source, and then start again.',
  },
  other_account: {
    party: 'end_user',
    message: 'The end user signed in with a different account than at the start of the copy.',
    nextStep: 'Ask the end user to sign in with the accounts that were used to start the copy.',
  },
  code_refused: {
    party: 'end_user',
    message: 'The source rejected the second-factor code.',
    nextStep: 'Ask the end user to check the time on their phone, and to use a new code or a backup code.',
  },
  account_locked: {
    party: 'source',
    message: 'The source locked the account after too many wrong passwords.',
    nextStep: 'Ask the end user to unlock the account at the source, and then start again.',
  },
  too_many_sign_ins: {
    party: 'service',
    message: 'The service blocked sign-in after too many wrong passwords.',
    nextStep: 'Ask the end user to wait 15 minutes, and then try again with the right password.',
  },
  destination_account_missing: {
    party: 'organization',
    message: 'The end user has no account at the destination.',
    nextStep: 'Create the account or add it to the accounts file, then ask the end user to start again.',
  },
  destination_sign_in_refused: {
    party: 'destination',
    message: 'The destination rejected the user name or password.',
    nextStep: "Check the end user's account at the destination.",
  },
  collection_forbidden: {
    party: 'source',
    message: 'The source denied access to a collection.',
    nextStep: 'Ask the end user to get access to the collection at the source, and then start again.',
  },
  items_vanished: {
    party: 'source',
    message: 'Some items were deleted at the source during the copy.',
    nextStep: `${seeReport} They no longer exist at the source.`,
  },
  items_unreadable: {
    party: 'source',
    message: 'The source has items that are not valid.',
    nextStep: `${seeReport} Ask the end user to open and save them at the source, and then start again.`,
  },
  items_too_large: {
    party: 'destination',
    message: 'Some items are larger than the destination accepts.',
    nextStep: `${seeReport} Ask the end user to copy them manually.`,
  },
  destination_full: {
    party: 'destination',
    message: 'The destination has no space left.',
    nextStep: 'Add space at the destination, then ask the end user to start again.',
  },
  items_refused: {
    party: 'destination',
    message: 'The destination rejected some items.',
    nextStep: `${seeReport} Each item shows the destination's response.`,
  },
  items_duplicate: {
    party: 'destination',
    message: 'The destination already has some items in another collection.',
    nextStep: seeReport,
  },
  items_would_invite: {
    party: 'destination',
    message: 'The destination would have sent invitations for some meetings, so they were not copied.',
    nextStep: `${seeReport} Turn off invitations at the destination, then ask the end user to start again.`,
  },
  items_failed_at_destination: {
    party: 'destination',
    message: 'The destination returned errors for some items.',
    nextStep: `${seeReport} Ask the end user to start again.`,
  },
  items_lost: {
    party: 'destination',
    message: 'The destination accepted some items and no longer has them.',
    nextStep: `${seeReport} Check the destination's server, then ask the end user to start again.`,
  },
  items_unverified: {
    party: 'destination',
    message: "Some items couldn't be read back from the destination.",
    nextStep: `${seeReport} Ask the end user to check them at the destination.`,
  },
  items_missing: {
    party: 'service',
    message: 'Some items were not copied.',
    nextStep: seeReport,
  },
  completed: {
    party: 'service',
    message: 'Everything was copied.',
    nextStep: 'No action needed.',
  },
} as const satisfies Record<string, CauseWords>;

export type CauseCode = keyof typeof table;

export const causeCodes = Object.keys(table) as [CauseCode, ...CauseCode[]];

/** Returns the cause with its message, party and next step, as the API sends it. */
export const causeOfCode = (code: CauseCode) => {
  const { message, party, nextStep } = table[code];
  return { code, message, party, next_step: nextStep };
};

export type Cause = ReturnType<typeof causeOfCode>;

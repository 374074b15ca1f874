export const activitySteps = [
  'session_created',
  'modal_opened',
  'provider_chosen',
  'sign_in_started',
  'sign_in_failed',
  'sign_in_succeeded',
  'second_factor_asked',
  'consent_given',
  'collection_counted',
  'copy_started',
  'collection_finished',
  'waiting',
  'question_asked',
  'question_answered',
  'retried',
  'closed',
  'ended',
] as const;
export type ActivityStep = (typeof activitySteps)[number];

/** Maximum activity entries per migration. */
export const maxEntries = 500;

/** Days for which a session, its reference and its entries are stored, from the start of the session. */
export const activityKeptDays = 90;

export type ActivityDetail = Readonly<Record<string, string | number | boolean>>;

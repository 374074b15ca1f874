import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';

export type Endpoint = CallReply<'listEndpoints'>['results'][number];
export type Delivery = CallReply<'listDeliveries'>['results'][number];

export const statusNames: Readonly<Record<MigrationStatus, string>> = {
  NOT_READY: 'Not ready',
  NOT_STARTED: 'Not started',
  WORKING: 'Working',
  PENDING_USER_INPUT: 'Pending user input',
  COMPLETE: 'Complete',
  COMPLETED_WITH_FAILURES: 'Completed with failures',
  FAILED: 'Failed',
  LOGIN_ABANDONED: 'Login abandoned',
};
export const statusList = Object.keys(statusNames) as MigrationStatus[];

export const statusesText = ({ statuses }: Pick<Endpoint, 'statuses'>): string =>
  statuses === null ? 'All statuses' : statuses.map((status) => statusNames[status]).join(', ');

/** Formats a URL for tables, without https://. */
export const addressText = (url: string): string => url.replace(/^https:\/\//, '').replace(/\/$/, '');

export const endpointState = ({
  disabled,
  disabled_reason: reason,
  recent,
}: Pick<Endpoint, 'disabled' | 'disabled_reason' | 'recent'>): {
  readonly kind: 'active' | 'failing' | 'disabled';
  readonly words: string;
} => {
  if (disabled) {
    const why = reason === 'gone' ? ', 410' : reason === 'failing' ? ', 5 days of failures' : '';
    return { kind: 'disabled', words: `Disabled${why}` };
  }
  return recent.failed > 0 && recent.delivered === 0
    ? { kind: 'failing', words: 'Nothing arrives' }
    : { kind: 'active', words: 'Active' };
};

const stateWords = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const;

export const deliveryWord = ({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): string =>
  state === 'pending' && attempts.length > 0 ? 'Retrying' : stateWords[state];

export const changeText = ({ type, previous_status: before, status }: Delivery['event']): string => {
  if (status === null) return type === 'ferry.test' ? 'Test event' : type;
  return before === null ? `Begins as ${statusNames[status]}` : `${statusNames[before]} → ${statusNames[status]}`;
};

/** Pretty-prints a JSON body; other bodies stay unchanged. */
export const bodyText = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** What of an endpoint was typed cannot be sent; null where all can. Whether it may be called is for the service to say. */
export const draftProblem = (url: string, statuses: readonly MigrationStatus[] | null): string | null => {
  if (!/^https?:\/\/[^/\s]+/i.test(url.trim())) return 'Enter a full URL, such as https://hooks.example.com/ferry';
  return statuses?.length === 0 ? 'Choose at least one status' : null;
};

import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';
import { modalEventTypes } from '#shared/modal-messages/event-types.ts';
import { asRecord, textOrNull } from '#shared/tolerant-reading/read-json.ts';

export interface FlowState extends Omit<LabFlow, 'ageMs' | 'linkToken' | 'accessToken' | 'lastEventMs'> {
  readonly startedAt: number;
  readonly linkToken: {
    readonly recordId: number;
    readonly sentAt: number;
    readonly mintMs: number;
    readonly usedAt: number | null;
  } | null;
  readonly accessToken: {
    readonly since: number;
    readonly exchangeMs: number;
    readonly endedAt: number | null;
  } | null;
  readonly lastEventAt: number | null;
  /** True if an event reported the end of the migration. The SDK then drops its access token when the modal closes. */
  readonly isEndReported: boolean;
}

export const startFlow = (how: LabFlow['how'], now: number, before: FlowState | null): FlowState => ({
  number: (before?.number ?? 0) + 1,
  how,
  startedAt: now,
  linkToken: null,
  accessToken: how === 'resume' && before?.accessToken?.endedAt === null ? before.accessToken : null,
  modal: null,
  isOpen: false,
  isShown: false,
  isStopped: false,
  isProviderChosen: false,
  login: null,
  status: null,
  migrationId: null,
  lastEventAt: null,
  events: 0,
  end: null,
  isEndReported: false,
});

type EndKind = NonNullable<LabFlow['end']>['kind'];

const ends: Readonly<Record<string, EndKind>> = {
  [modalEventTypes.completed]: 'completed',
  [modalEventTypes.failed]: 'failed',
  [modalEventTypes.cancelled]: 'cancelled',
};
const endsByStatus: Readonly<Record<string, EndKind>> = {
  COMPLETE: 'completed',
  COMPLETED_WITH_FAILURES: 'completed',
  FAILED: 'failed',
  LOGIN_ABANDONED: 'cancelled',
};
const statusesAfterLogin: readonly string[] = [
  'NOT_STARTED',
  'WORKING',
  'PENDING_USER_INPUT',
  'COMPLETE',
  'COMPLETED_WITH_FAILURES',
];
const logins: Readonly<Record<string, NonNullable<LabFlow['login']>>> = {
  [modalEventTypes.loginStep]: 'further_step',
  [modalEventTypes.loginFailed]: 'refused',
  [modalEventTypes.loginSucceeded]: 'succeeded',
};
const documented: readonly string[] = Object.values(modalEventTypes);

export const isDocumented = (type: string): boolean => documented.includes(type);

const withStatus = (flow: FlowState, status: string | null): FlowState => {
  const isPastLogin = statusesAfterLogin.includes(status ?? '');
  // The end user went back to choose another provider.
  const isBack = status === 'NOT_READY' && flow.status !== 'NOT_READY';
  return {
    ...flow,
    status: status ?? flow.status,
    isProviderChosen: flow.isProviderChosen || isPastLogin,
    login: isPastLogin ? 'succeeded' : isBack ? null : flow.login,
  };
};

/** `status` is null if the service sends none. */
export const flowAfterRequest = (flow: FlowState, ms: number, status: string | null): FlowState => ({
  ...withStatus(flow, status),
  modal: { ms, frameMs: null },
});

/** Reads event data leniently, because the specification doesn't define them ("Events" 3). */
export function afterEvent(flow: FlowState, type: string, data: unknown, now: number): FlowState {
  const fields = asRecord(data) ?? {};
  const migrationId = textOrNull(fields['migration_id']) ?? flow.migrationId;
  // A retry after a failure opens a new migration in the same frame, so the progress starts over.
  const isNew =
    type === modalEventTypes.opened && (flow.end !== null || migrationId !== (flow.migrationId ?? migrationId));
  const before: FlowState = isNew
    ? { ...flow, isProviderChosen: false, login: null, status: null, end: null, isEndReported: false }
    : flow;
  const after = withStatus(before, textOrNull(fields['status']));
  const reported = ends[type];
  const kind = reported ?? before.end?.kind ?? endsByStatus[after.status ?? ''];
  const isChoice = type === modalEventTypes.providerSelected;
  return {
    ...after,
    migrationId,
    isStopped: false,
    isProviderChosen: after.isProviderChosen || isChoice,
    login: logins[type] ?? (isChoice ? null : after.login),
    lastEventAt: now,
    events: flow.events + 1,
    end: kind ? { kind, reason: textOrNull(fields['reason']) ?? before.end?.reason ?? null } : null,
    isEndReported: before.isEndReported || reported !== undefined,
  };
}

export const afterClose = (flow: FlowState, now: number): FlowState => {
  const isForgotten = flow.isEndReported && flow.accessToken?.endedAt === null;
  return {
    ...flow,
    isOpen: false,
    isShown: false,
    accessToken: isForgotten && flow.accessToken ? { ...flow.accessToken, endedAt: now } : flow.accessToken,
    end: flow.end ?? { kind: flow.modal ? 'closed' : 'not_opened', reason: null },
  };
};

/** Ages the tokens by the ms that the service's clock jumped forward. Null expires all tokens. */
export const afterClockMove = (flow: FlowState, aheadMs: number | null, lifetimes: Lifetimes): FlowState => {
  const { linkToken, accessToken } = flow;
  const movedBy = (lifetime: number): number => aheadMs ?? lifetime;
  return {
    ...flow,
    linkToken:
      linkToken?.usedAt === null ? { ...linkToken, sentAt: linkToken.sentAt - movedBy(lifetimes.link) } : linkToken,
    accessToken:
      accessToken?.endedAt === null
        ? { ...accessToken, since: accessToken.since - movedBy(lifetimes.access) }
        : accessToken,
  };
};

interface Lifetimes {
  readonly link: number;
  readonly access: number;
}

export const viewFlow = (flow: FlowState, now: number): LabFlow => {
  const { startedAt, linkToken, accessToken, lastEventAt, isEndReported: _, ...same } = flow;
  return {
    ...same,
    ageMs: now - startedAt,
    linkToken: linkToken && {
      ageMs: now - linkToken.sentAt,
      mintMs: linkToken.mintMs,
      usedAfterMs: linkToken.usedAt === null ? null : linkToken.usedAt - linkToken.sentAt,
    },
    accessToken: accessToken && {
      ageMs: now - accessToken.since,
      exchangeMs: accessToken.exchangeMs,
      endedAfterMs: accessToken.endedAt === null ? null : accessToken.endedAt - accessToken.since,
    },
    lastEventMs: lastEventAt === null ? null : lastEventAt - startedAt,
  };
};

import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';
import { modalEventTypes } from '#shared/modal-messages/event-types.ts';
import { asRecord, textOrNull } from '#shared/tolerant-reading/read-json.ts';

/** One flow as the lab keeps it; times are those of the monotonic clock, in ms. */
export interface FlowState {
  readonly number: number;
  readonly how: LabFlow['how'];
  readonly beganAt: number;
  readonly linkToken: {
    /** In the history of link tokens. */
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
  readonly modal: { readonly ms: number; readonly frameMs: number | null } | null;
  readonly isOpen: boolean;
  readonly status: string | null;
  readonly migrationId: string | null;
  readonly lastEventAt: number | null;
  readonly events: number;
  readonly end: LabFlow['end'];
}

/** A flow that begins. One that resumes goes on with the access token of the one before it. */
export const beginFlow = (how: LabFlow['how'], now: number, before: FlowState | null): FlowState => ({
  number: (before?.number ?? 0) + 1,
  how,
  beganAt: now,
  linkToken: null,
  accessToken: how === 'resume' && before?.accessToken?.endedAt === null ? before.accessToken : null,
  modal: null,
  isOpen: false,
  status: null,
  migrationId: null,
  lastEventAt: null,
  events: 0,
  end: null,
});

const ends: Readonly<Record<string, 'completed' | 'failed' | 'cancelled'>> = {
  [modalEventTypes.completed]: 'completed',
  [modalEventTypes.failed]: 'failed',
  [modalEventTypes.cancelled]: 'cancelled',
};
/** A modal that is closed after its migration has ended has ended with it, whatever it said last. */
const endsByStatus: Readonly<Record<string, 'completed' | 'failed' | 'cancelled'>> = {
  COMPLETE: 'completed',
  COMPLETED_WITH_FAILURES: 'completed',
  FAILED: 'failed',
  LOGIN_ABANDONED: 'cancelled',
};
const documented: readonly string[] = Object.values(modalEventTypes);

export const isDocumented = (type: string): boolean => documented.includes(type);

/** What an event of the modal says about the flow; the shape of its data is open (specification, "Events" 3). */
export function afterEvent(flow: FlowState, type: string, data: unknown, now: number): FlowState {
  const fields = asRecord(data) ?? {};
  const kind = ends[type];
  // A retry after a failure opens a new migration in the same frame.
  const isNew = type === modalEventTypes.opened;
  return {
    ...flow,
    status: textOrNull(fields['status']) ?? flow.status,
    migrationId: textOrNull(fields['migration_id']) ?? flow.migrationId,
    lastEventAt: now,
    events: flow.events + 1,
    end: kind ? { kind, reason: textOrNull(fields['reason']) } : isNew ? null : flow.end,
  };
}

/** The modal has left the page; the SDK forgets the access token of a migration that has ended. */
export const afterClose = (flow: FlowState, now: number): FlowState => ({
  ...flow,
  isOpen: false,
  accessToken: flow.accessToken && flow.end ? { ...flow.accessToken, endedAt: now } : flow.accessToken,
  end: flow.end ?? { kind: endsByStatus[flow.status ?? ''] ?? 'closed', reason: null },
});

export const viewFlow = (flow: FlowState, now: number): LabFlow => ({
  number: flow.number,
  how: flow.how,
  ageMs: now - flow.beganAt,
  linkToken: flow.linkToken && {
    ageMs: now - flow.linkToken.sentAt,
    mintMs: flow.linkToken.mintMs,
    usedAfterMs: flow.linkToken.usedAt === null ? null : flow.linkToken.usedAt - flow.linkToken.sentAt,
  },
  accessToken: flow.accessToken && {
    ageMs: now - flow.accessToken.since,
    exchangeMs: flow.accessToken.exchangeMs,
    endedAfterMs: flow.accessToken.endedAt === null ? null : flow.accessToken.endedAt - flow.accessToken.since,
  },
  modal: flow.modal,
  isOpen: flow.isOpen,
  status: flow.status,
  migrationId: flow.migrationId,
  lastEventMs: flow.lastEventAt === null ? null : flow.lastEventAt - flow.beganAt,
  events: flow.events,
  end: flow.end,
});

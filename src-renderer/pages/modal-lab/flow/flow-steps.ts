import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';
import { durationText } from '#ui/values/time-text.ts';

export interface FlowStep {
  readonly id: 'link-token' | 'access-token' | 'modal' | 'provider' | 'end';
  readonly title: string;
  readonly lines: readonly string[];
  readonly state: 'done' | 'now' | 'later' | 'failed';
}

/** What the end user does at each status of the migration, while it has not ended. */
const waits: Readonly<Record<string, string>> = {
  NOT_READY: 'Waiting for the end user',
  NOT_STARTED: 'Logged in; the copy begins',
  WORKING: 'Copying',
  PENDING_USER_INPUT: 'Waiting for an answer of the end user',
};

const endTitles = {
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  closed: 'Closed; the migration goes on',
} as const;

const linkTokenStep = ({ how, linkToken }: LabFlow): Omit<FlowStep, 'id'> => {
  const title = 'Link token';
  if (how === 'resume') return { title, lines: ['Not needed: init() goes on with the access token'], state: 'done' };
  if (!linkToken) return { title, lines: ['Asking the backend of the lab'], state: 'now' };
  const used = linkToken.usedAfterMs;
  return {
    title,
    lines: [
      `Created in ${durationText(linkToken.mintMs)}`,
      used === null ? 'Lives 60 s, works once' : `Used after ${durationText(used)}, single use`,
    ],
    state: 'done',
  };
};

const accessTokenStep = ({ how, accessToken, linkToken }: LabFlow): Omit<FlowStep, 'id'> => {
  const title = 'Access token';
  if (accessToken) {
    const kept = accessToken.endedAfterMs === null ? 'Lives for 1 h, kept by the SDK' : 'Forgotten by the SDK';
    return { title, lines: [`Exchanged in ${durationText(accessToken.exchangeMs)}`, kept], state: 'done' };
  }
  if (how === 'resume') return { title, lines: ['As the page remembers it'], state: 'done' };
  return { title, lines: [], state: linkToken ? 'now' : 'later' };
};

const modalStep = ({ how, modal, accessToken, status }: LabFlow): Omit<FlowStep, 'id'> => {
  const title = how === 'start' ? 'Modal created' : 'Modal found';
  if (!modal) return { title, lines: [], state: accessToken || how === 'resume' ? 'now' : 'later' };
  const took = how === 'start' ? 'Created in' : 'Found in';
  return { title, lines: [`${took} ${durationText(modal.ms)}${status ? `, status ${status}` : ''}`], state: 'done' };
};

const isPast = ({ status }: LabFlow): boolean => status !== null && status !== 'NOT_READY';

const providerStep = (flow: LabFlow): Omit<FlowStep, 'id'> => {
  const title = 'Choose a provider';
  if (!flow.modal) return { title, lines: [], state: 'later' };
  if (isPast(flow)) return { title, lines: [], state: 'done' };
  const isOver = flow.end !== null;
  return { title, lines: isOver ? ['Not done'] : [waits['NOT_READY'] ?? ''], state: isOver ? 'failed' : 'now' };
};

const endStep = (flow: LabFlow): Omit<FlowStep, 'id'> => {
  const { end, status } = flow;
  if (end) {
    const lines = [status, end.reason].filter((one): one is string => one !== null);
    return {
      title: endTitles[end.kind],
      lines: [lines.join(', ')],
      state: end.kind === 'failed' || end.kind === 'cancelled' ? 'failed' : 'done',
    };
  }
  const title = 'Log in, migrate, end';
  if (!isPast(flow)) return { title, lines: [], state: 'later' };
  if (status === 'LOGIN_ABANDONED') return { title, lines: [`${status}, no login came`], state: 'failed' };
  return { title, lines: [waits[status ?? ''] ?? status ?? ''], state: 'now' };
};

const allSteps = (flow: LabFlow): readonly FlowStep[] => [
  { id: 'link-token', ...linkTokenStep(flow) },
  { id: 'access-token', ...accessTokenStep(flow) },
  { id: 'modal', ...modalStep(flow) },
  { id: 'provider', ...providerStep(flow) },
  { id: 'end', ...endStep(flow) },
];

/**
 * The flow of the specification as five steps, with how far this one has come.
 * @param isStopped a problem has ended it: the step that was under way has failed
 */
export const flowSteps = (flow: LabFlow, isStopped = false): readonly FlowStep[] =>
  allSteps(flow).map((step) =>
    isStopped && step.state === 'now' ? { ...step, state: 'failed', lines: ['Stopped here'] } : step,
  );

import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';
import { accessTokenLifetimeMs } from '#shared/token-lifetimes.ts';
import { durationText } from '#ui/values/times.tsx';

type StepState = 'done' | 'now' | 'later' | 'failed' | 'skipped';

export interface FlowStep {
  readonly id: 'link-token' | 'access-token' | 'modal' | 'provider' | 'end';
  readonly title: string;
  readonly lines: readonly string[];
  /** `done` only if the step was observed, `now` only while it is possible. */
  readonly state: StepState;
}
type Step = Omit<FlowStep, 'id'>;

const isOver = ({ end, isStopped }: LabFlow): boolean => end !== null || isStopped;

/** Returns a step that hasn't happened: still possible, or skipped because the flow ended or stopped before it. */
const missingStep = (flow: LabFlow, title: string, isNext: boolean, line: string): Step => {
  if (!isNext) return { title, lines: [], state: isOver(flow) ? 'skipped' : 'later' };
  if (flow.isStopped) return { title, lines: ['Stopped here'], state: 'failed' };
  return isOver(flow)
    ? { title, lines: ['Not done'], state: 'failed' }
    : { title, lines: [line].filter(Boolean), state: 'now' };
};

const linkTokenStep = (flow: LabFlow): Step => {
  const { how, linkToken } = flow;
  const title = 'Link token';
  if (how === 'resume')
    return { title, lines: ['Not needed: init() continues with the access token'], state: 'skipped' };
  if (!linkToken) return missingStep(flow, title, true, "Calling the lab's backend");
  const used = linkToken.usedAfterMs;
  return {
    title,
    lines: [
      `Created in ${durationText(linkToken.mintMs)}`,
      used === null ? 'Valid for 60 s, single use' : `Used after ${durationText(used)}`,
    ],
    state: 'done',
  };
};

const tokenWords = ({ ageMs, endedAfterMs }: NonNullable<LabFlow['accessToken']>): string => {
  if ((endedAfterMs ?? ageMs) >= accessTokenLifetimeMs) return 'Expired';
  return endedAfterMs === null ? 'Valid for 1 h' : 'Deleted by the SDK';
};

const accessTokenStep = (flow: LabFlow): Step => {
  const { how, accessToken, linkToken, modal } = flow;
  const title = 'Access token';
  if (accessToken) {
    const lines = [`Exchanged in ${durationText(accessToken.exchangeMs)}`, tokenWords(accessToken)];
    return { title, lines, state: 'done' };
  }
  if (how === 'resume' && modal) return { title, lines: ['Stored by an earlier flow'], state: 'done' };
  return missingStep(flow, title, how === 'resume' || linkToken !== null, '');
};

const modalStep = (flow: LabFlow): Step => {
  const { how, modal, accessToken, status } = flow;
  const title = how === 'start' ? 'Modal created' : 'Modal found';
  // The lab may not know a resumed flow's token. In that case, the step before it decides.
  if (!modal) return missingStep(flow, title, accessToken !== null, '');
  const durationLabel = how === 'start' ? 'Created in' : 'Found in';
  return {
    title,
    lines: [`${durationLabel} ${durationText(modal.ms)}${status ? `, status ${status}` : ''}`],
    state: 'done',
  };
};

const providerStep = (flow: LabFlow): Step => {
  const title = 'Choose a provider';
  if (flow.isProviderChosen) return { title, lines: [], state: 'done' };
  const waitText = flow.events === 0 ? "Waiting for the modal's first event" : 'Waiting for the end user';
  return missingStep(flow, title, flow.modal !== null, waitText);
};

const loginWords = {
  further_step: 'Sign-in: second step required',
  refused: 'Sign-in failed; waiting for the next attempt',
} as const;
const statusWords: Readonly<Record<string, string>> = {
  NOT_STARTED: 'Signed in; waiting for the end user to start',
  WORKING: 'Copying',
  PENDING_USER_INPUT: 'Waiting for an answer from the end user',
};
const progressWords = ({ status, login }: LabFlow): string => {
  if (status !== null && status !== 'NOT_READY') return statusWords[status] ?? status;
  if (login === 'succeeded') return 'Signed in';
  return login === null ? 'Waiting for the end user to sign in' : loginWords[login];
};

export const isHidden = ({ isOpen, isShown, status, end }: LabFlow): boolean =>
  isOpen && !isShown && status === 'WORKING' && end === null;

const endTitles = {
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  not_opened: 'Not opened',
} as const;

const closedTitle = (status: string | null): string => {
  if (status === 'WORKING' || status === 'PENDING_USER_INPUT') return 'Closed; the migration continues';
  if (status === 'NOT_READY' || status === 'NOT_STARTED') return 'Closed; the migration is waiting';
  return 'Closed';
};

const endStep = (flow: LabFlow): Step => {
  const { end, status } = flow;
  if (end) {
    const lines = [status, end.reason].filter((one): one is string => one !== null);
    return {
      title: end.kind === 'closed' ? closedTitle(status) : endTitles[end.kind],
      lines: lines.length > 0 ? [lines.join(', ')] : [],
      state: end.kind === 'completed' ? 'done' : end.kind === 'closed' ? 'skipped' : 'failed',
    };
  }
  if (isHidden(flow)) return { title: 'Hidden during the copy', lines: ['Copying'], state: 'now' };
  return missingStep(flow, 'Sign in, consent, copy, end', flow.isProviderChosen, progressWords(flow));
};

export const flowSteps = (flow: LabFlow): readonly FlowStep[] => [
  { id: 'link-token', ...linkTokenStep(flow) },
  { id: 'access-token', ...accessTokenStep(flow) },
  { id: 'modal', ...modalStep(flow) },
  { id: 'provider', ...providerStep(flow) },
  { id: 'end', ...endStep(flow) },
];

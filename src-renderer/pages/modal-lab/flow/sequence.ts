import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';

export const lifelines = ['Page', 'Backend', 'Service', 'Modal'] as const;

export interface Message {
  readonly from: 0 | 1 | 2 | 3;
  readonly to: 0 | 1 | 2 | 3;
  readonly text: string;
  readonly isDone: boolean;
}

const startMessages = ({ linkToken, accessToken, modal }: LabFlow): readonly Message[] => [
  { from: 0, to: 1, text: 'request link token', isDone: true },
  { from: 1, to: 2, text: 'POST link-token', isDone: linkToken !== null },
  { from: 2, to: 0, text: 'link token', isDone: linkToken !== null },
  { from: 0, to: 2, text: 'POST access-token', isDone: accessToken !== null },
  { from: 0, to: 2, text: 'POST migration-modal', isDone: modal !== null },
];

const resumeMessages = ({ modal }: LabFlow): readonly Message[] => [
  { from: 0, to: 2, text: 'GET migration-modal', isDone: modal !== null },
];

const endText = ({ end }: LabFlow): string => (end === null || end.kind === 'not_opened' ? 'end' : end.kind);

export const sequenceOf = (flow: LabFlow): readonly Message[] => [
  ...(flow.how === 'start' ? startMessages(flow) : resumeMessages(flow)),
  { from: 0, to: 3, text: 'open the frame', isDone: typeof flow.modal?.frameMs === 'number' },
  {
    from: 3,
    to: 0,
    text: flow.events > 1 ? `${flow.events} events` : 'events',
    isDone: flow.events > 0,
  },
  { from: 3, to: 0, text: endText(flow), isDone: flow.end !== null && flow.end.kind !== 'not_opened' },
];

import {
  CircleCheck,
  CircleDashed,
  CircleEllipsis,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import type { ProofRun, TokenLabState } from '#shared/console-contract/token-lab-calls.ts';
import { proofIds, type ProofId, proofTexts } from '#shared/token-proofs.ts';

export type ProofState = 'idle' | 'queued' | 'running' | 'pass' | 'fail' | 'unknown' | 'cancelled';

export const proofStyles: Readonly<
  Record<ProofState, { readonly icon: LucideIcon; readonly word: string; readonly tone: string }>
> = {
  idle: { icon: CircleDashed, word: 'Not run', tone: 'neutral' },
  queued: { icon: CircleEllipsis, word: 'Queued', tone: 'neutral' },
  running: { icon: LoaderCircle, word: 'Running', tone: 'working' },
  pass: { icon: CircleCheck, word: 'Pass', tone: 'good' },
  fail: { icon: CircleX, word: 'Fail', tone: 'bad' },
  unknown: { icon: CircleQuestionMark, word: 'Inconclusive', tone: 'partial' },
  cancelled: { icon: CircleSlash, word: 'Cancelled', tone: 'left' },
};

export const runState = ({ state, verdict }: ProofRun): ProofState =>
  state === 'done' ? (verdict ?? 'unknown') : state;

export const latestRun = ({ runs }: TokenLabState, id: ProofId): ProofRun | undefined =>
  runs.filter(({ proofId }) => proofId === id).at(-1);

export const proofState = (lab: TokenLabState, id: ProofId): ProofState => {
  const run = latestRun(lab, id);
  if (run?.state === 'running') return 'running';
  if (lab.queue.includes(id)) return 'queued';
  return run ? runState(run) : 'idle';
};

export const isBusy = (lab: TokenLabState): boolean =>
  lab.queue.length > 0 || lab.runs.some(({ state }) => state === 'running');

export const runnable = (hasControl: boolean, isProduction: boolean): ProofId[] =>
  proofIds.filter((id) => {
    const { needsControl, disturbs } = proofTexts[id];
    return (hasControl || !needsControl) && !(isProduction && disturbs !== undefined);
  });

export const labSummary = (lab: TokenLabState): { readonly state: ProofState; readonly text: string }[] => {
  const states = proofIds.map((id) => proofState(lab, id));
  const count = (...of: ProofState[]): number => states.filter((state) => of.includes(state)).length;
  const parts: readonly (readonly [ProofState, number, string])[] = [
    ['pass', count('pass'), 'passed'],
    ['fail', count('fail'), 'failed'],
    ['unknown', count('unknown'), 'inconclusive'],
    ['running', count('running'), 'running'],
    ['idle', count('idle', 'queued', 'cancelled'), 'to run'],
  ];
  return parts
    .filter(([state, number]) => state === 'pass' || number > 0)
    .map(([state, number, word]) => ({ state: number === 0 ? 'idle' : state, text: `${number} ${word}` }));
};

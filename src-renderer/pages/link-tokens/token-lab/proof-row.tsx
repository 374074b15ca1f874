import { useState } from 'react';
import type { ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import { type ProofId, proofTexts } from '#shared/token-proofs.ts';
import { Button } from '#ui/controls/controls.tsx';
import { CountdownRing } from '#ui/values/countdown.tsx';
import { durationText } from '#ui/values/times.tsx';
import { countedText } from '#ui/values/number-text.ts';
import { proofStyles, type ProofState } from './proof-state.ts';

type ProofWait = NonNullable<ProofRun['wait']>;

const WaitRing = ({ wait }: { readonly wait: ProofWait }) => {
  const [began] = useState(() => performance.now() - (wait.totalMs - wait.leftMs));
  return <CountdownRing label="Wait" began={began} lifetimeMs={wait.totalMs} />;
};

interface ProofRowProps {
  readonly id: ProofId;
  readonly state: ProofState;
  readonly run: ProofRun | undefined;
  readonly selected: boolean;
  readonly isMissingControl: boolean;
  readonly onSelect: () => void;
  readonly onRun: () => void;
  readonly onUseSandbox: () => void;
}

const Measure = ({ run: { calls, durationMs } }: { readonly run: ProofRun }) => (
  <span className="proof-measure note number">
    <span className="text-nowrap">{`${countedText(calls.length, 'request')},`}</span>{' '}
    <span className="text-nowrap">{durationText(durationMs)}</span>
  </span>
);

const Result = ({ state, run, isMissingControl, onRun, onUseSandbox }: ProofRowProps) => {
  if (state === 'running') {
    return run?.wait ? (
      <WaitRing key={run.wait.totalMs} wait={run.wait} />
    ) : (
      <span className="proof-measure note">{run?.doing}</span>
    );
  }
  if (state === 'queued') return <span className="proof-measure note">Queued</span>;
  if (state === 'idle' || state === 'cancelled') {
    return isMissingControl ? (
      <Button size="small" onPress={onUseSandbox}>
        Use Sandbox
      </Button>
    ) : (
      <Button size="small" onPress={onRun}>
        Run
      </Button>
    );
  }
  const { word, tone } = proofStyles[state];
  return (
    <span className="stack">
      <span className={`proof-word text-strong text-small tone-${tone}`}>{word}</span>
      {run ? <Measure run={run} /> : null}
    </span>
  );
};

export const ProofRow = (props: ProofRowProps) => {
  const { id, state, selected, onSelect } = props;
  const { title, must } = proofTexts[id];
  const { icon: Icon, word, tone } = proofStyles[state];
  return (
    <li className="proof row hover-tint" data-selected={selected || undefined}>
      <button
        type="button"
        className="proof-select row grow"
        aria-current={selected ? 'true' : undefined}
        onClick={onSelect}
      >
        <Icon size={20} className={`tone-${tone}${state === 'running' ? ' turning' : ''}`} aria-hidden="true" />
        <span className="shrink stack">
          <span className="text-strong">{title}</span>
          <span className="visually-hidden">{`, ${word}. `}</span>
          <span className="note">{must}</span>
        </span>
      </button>
      <span className="proof-end rigid text-right">
        <Result {...props} />
      </span>
    </li>
  );
};

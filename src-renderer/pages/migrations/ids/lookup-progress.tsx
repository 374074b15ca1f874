import { describeAppError } from '#shared/app-error-text.ts';
import { Button } from '#ui/controls/controls.tsx';
import { countText } from '#ui/values/number-text.ts';
import { shortClockText, useNow } from '#ui/values/times.tsx';
import '../../../components/loaded/load-strip.css';
import { type Lookup, type LookupEvent, timeLeft } from './lookup.ts';

interface LookupProgressProps {
  readonly lookup: Lookup;
  readonly onEvent: (event: LookupEvent) => void;
  readonly onAgain: () => void;
}

const secondsText = (ms: number): string => `${Math.max(1, Math.ceil(ms / 1000))} s`;

const ProgressText = ({ lookup }: Pick<LookupProgressProps, 'lookup'>) => {
  const now = useNow(1000).getTime();
  const { phase, ids, answers, resumesAt, endedAt, problem } = lookup;
  const doneCount = <strong>{`${countText(answers.size)} of ${countText(ids.length)}`}</strong>;
  if (phase === 'done') {
    const at = endedAt === null ? '' : ` at ${shortClockText(new Date(endedAt))}`;
    return (
      <>
        <strong>{countText(ids.length)}</strong> looked up{at}
      </>
    );
  }
  if (phase === 'pausing') return <>Rate limit reached, resuming in {secondsText((resumesAt ?? now) - now)}</>;
  if (phase === 'stopped') {
    return (
      <>
        {doneCount}, stopped{problem ? `: ${describeAppError(problem).title.toLowerCase()}` : ''}
      </>
    );
  }
  const remainingTime = timeLeft(lookup, now);
  return (
    <>
      {doneCount} looked up{remainingTime === null ? '' : `, ${secondsText(remainingTime)} left`}
    </>
  );
};

export const LookupProgress = ({ lookup, onEvent, onAgain }: LookupProgressProps) => {
  const { phase, ids, answers } = lookup;
  const isInProgress = phase === 'asking' || phase === 'pausing';
  return (
    <div className="lookup-progress row grow hint">
      <span className="number truncate">
        <ProgressText lookup={lookup} />
      </span>
      {isInProgress ? (
        <Button size="small" onPress={() => onEvent({ kind: 'stopped' })}>
          Cancel
        </Button>
      ) : null}
      {phase === 'stopped' ? (
        <Button size="small" onPress={() => onEvent({ kind: 'resumed' })}>
          Continue
        </Button>
      ) : null}
      {phase === 'done' ? (
        <Button size="small" onPress={onAgain}>
          Look up again
        </Button>
      ) : null}
      {phase === 'done' ? null : (
        <progress className="load-bar" aria-hidden="true" max={ids.length} value={answers.size} />
      )}
    </div>
  );
};

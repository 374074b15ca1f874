import type { ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import { clockText } from '#ui/values/time-text.ts';
import { proofLooks, runState } from './proof-state.ts';

interface EarlierRunsProps {
  /** Of one proof, oldest first. */
  readonly runs: readonly ProofRun[];
  readonly shown: number | undefined;
  readonly onShow: (id: number) => void;
}

/** The runs of one proof since the console was opened; nothing before the second. */
export const EarlierRuns = ({ runs, shown, onShow }: EarlierRunsProps) =>
  runs.length < 2 ? null : (
    <section className="evidence-part" aria-labelledby="earlier-title">
      <div className="evidence-part-head">
        <h3 id="earlier-title">Runs</h3>
        <span>since the console was opened</span>
      </div>
      <div className="earlier-runs">
        {runs.map((run) => {
          const { icon: Icon, word, tone } = proofLooks[runState(run)];
          return (
            <button
              key={run.id}
              type="button"
              className="earlier-run number"
              aria-pressed={run.id === shown}
              onClick={() => onShow(run.id)}
            >
              <Icon size={14} className={`tone-${tone}`} aria-hidden="true" />
              <span className="visually-hidden">{word},</span>
              {clockText(new Date(run.at))}
            </button>
          );
        })}
      </div>
    </section>
  );

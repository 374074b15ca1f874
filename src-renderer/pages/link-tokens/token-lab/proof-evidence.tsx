import { Play, RotateCcw, SquareTerminal } from 'lucide-react';
import type { LabCheck, ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import { type ProofId, proofTexts } from '#shared/token-proofs.ts';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { absoluteText, durationText } from '#ui/values/times.tsx';
import { CallLanes, CallList } from './call-list.tsx';
import { proofScript } from './proof-script.ts';
import { proofStyles, runState } from './proof-state.ts';
import { PlainHead } from '#ui/table/plain-head.tsx';
import { EvidencePart } from './evidence-part.tsx';

const checkColumns = ['Check', 'Expected', 'Received', 'Verdict'].map((head) => ({ head }));

const CheckTable = ({ checks }: { readonly checks: readonly LabCheck[] }) => (
  <section className="evidence-part" aria-label="Checks">
    <table className="checks">
      <PlainHead columns={checkColumns} />
      <tbody>
        {checks.map(({ name, expected, received, verdict }) => {
          const { icon: Icon, word, tone } = proofStyles[verdict];
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{expected}</td>
              <td>{received}</td>
              <td>
                <span className="check-verdict">
                  <Icon size={14} className={`tone-${tone}`} aria-hidden="true" />
                  {word}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </section>
);

const whenText = ({ at }: ProofRun): string => absoluteText(new Date(at), new Date());

interface EarlierRunsProps {
  readonly runs: readonly ProofRun[];
  readonly shown: number | undefined;
  readonly onShow: (id: number) => void;
}

const EarlierRuns = ({ runs, shown, onShow }: EarlierRunsProps) =>
  runs.length < 2 ? null : (
    <EvidencePart title="Runs" note={<span className="note">on this profile</span>}>
      <div className="wrap row gap-6">
        {/* oxlint-disable-next-line unicorn/no-array-reverse -- the oldest supported Chromium has no `toReversed` */}
        {[...runs].reverse().map((run) => {
          const { icon: Icon, word, tone } = proofStyles[runState(run)];
          return (
            <button
              key={run.id}
              type="button"
              className="earlier-run gap-7 text-small hover-tint row number"
              aria-pressed={run.id === shown}
              onClick={() => onShow(run.id)}
            >
              <Icon size={14} className={`tone-${tone}`} aria-hidden="true" />
              <span className="visually-hidden">{word},</span>
              {whenText(run)}
            </button>
          );
        })}
      </div>
    </EvidencePart>
  );

interface ProofEvidenceProps {
  readonly id: ProofId;
  readonly run: ProofRun | undefined;
  readonly runs: readonly ProofRun[];
  readonly blocked: string | null;
  readonly onRun: () => void;
  readonly onShow: (id: number) => void;
}

const timeNotes: Record<ProofRun['time'], string | null> = {
  clock: "The service's clock was moved forward, then back.",
  waited: 'The console waited in real time.',
  none: null,
};

const Verdict = ({ run }: { readonly run: ProofRun }) => {
  const { icon: Icon, word, tone } = proofStyles[runState(run)];
  return (
    <>
      <span className={`pill tone-${tone}`}>
        <Icon size={14} className={run.state === 'running' ? 'turning' : undefined} aria-hidden="true" />
        {word}
      </span>
      <span className="muted number">
        {whenText(run)}
        {run.state === 'running' ? `, ${run.doing ?? ''}` : `, ${durationText(run.durationMs)}`}
      </span>
    </>
  );
};

export const ProofEvidence = ({ id, run, runs, blocked, onRun, onShow }: ProofEvidenceProps) => {
  const { title, must, why, next } = proofTexts[id];
  const laneCalls = run?.calls.filter(({ lane }) => lane) ?? [];
  const others = run?.calls.filter(({ lane }) => !lane) ?? [];
  const tone = run?.verdict ? proofStyles[run.verdict].tone : 'neutral';
  return (
    <section className="evidence" aria-label="Evidence">
      <div className="evidence-part evidence-first">
        <div className="evidence-head row">
          {run ? <Verdict run={run} /> : <span className="muted">Not run yet</span>}
          <span className="row gap-8 push-end">
            {run && run.calls.length > 0 ? (
              <Button
                size="small"
                icon={SquareTerminal}
                onPress={() => copyText(proofScript(run), 'the requests as cURL')}
              >
                Copy as cURL
              </Button>
            ) : null}
            <Button size="small" icon={run ? RotateCcw : Play} disabledBecause={blocked} onPress={onRun}>
              {run ? 'Run again' : 'Run'}
            </Button>
          </span>
        </div>
        <h2>{run?.title || title}</h2>
        <p className="evidence-text">{run?.text || must}</p>
        {run?.received ? (
          <dl className="compared">
            <div className="compared-card outlined">
              <dt className="note">Expected</dt>
              <dd className="text-strong text-anywhere number">{run.expected}</dd>
            </div>
            <div className={`compared-card outlined compared-${tone}`}>
              <dt className="note">Received</dt>
              <dd className={`text-strong text-anywhere number ${tone === 'bad' ? 'text-danger' : ''}`}>
                {run.received}
              </dd>
            </div>
          </dl>
        ) : null}
      </div>
      {laneCalls.length > 0 ? <CallLanes calls={laneCalls} /> : null}
      {run && run.checks.length > 0 ? <CheckTable checks={run.checks} /> : null}
      {run && (others.length > 0 || laneCalls.length > 0) ? <CallList calls={run.calls} /> : null}
      {run?.verdict === 'fail' ? (
        <section className="evidence-part">
          <h3>What to do next</h3>
          <p className="evidence-text">{next}</p>
        </section>
      ) : null}
      <section className="evidence-part">
        <h3>Why it matters</h3>
        <p className="evidence-text">{why}</p>
        {run && timeNotes[run.time] ? <p className="evidence-text">{timeNotes[run.time]}</p> : null}
      </section>
      <EarlierRuns runs={runs} shown={run?.id} onShow={onShow} />
    </section>
  );
};

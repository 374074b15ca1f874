import { Info, Play, Square } from 'lucide-react';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { describeAppError } from '#shared/app-error-text.ts';
import { proofIds, type ProofId, proofTexts } from '#shared/token-proofs.ts';
import { appErrorOf } from '../../api/console-call-error.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useConsoleState } from '../../api/console-state.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { ErrorBlock } from '../../components/messages/error-block.tsx';
import { tabActionsId } from './link-tokens-search.ts';
import { AskProduction } from './token-lab/ask-production.tsx';
import { ProofEvidence } from './token-lab/proof-evidence.tsx';
import { ProofRow } from './token-lab/proof-row.tsx';
import { isBusy, labSummary, latestRun, proofLooks, proofState, runnable } from './token-lab/proof-state.ts';
import { ReportButton } from './token-lab/report-button.tsx';
import { TokenLabSkeleton } from './token-lab/token-lab-skeleton.tsx';
import { useTokenLab } from '../../api/token-lab.ts';
import './token-lab/token-lab.css';
import './token-lab/evidence.css';
import './token-lab/sent-calls.css';
import './token-lab/narrow.css';

/** A narrow window has the evidence below all proofs: who presses one is taken there. */
const showEvidence = (list: Element): void => {
  const evidence = list.closest('.token-lab')?.querySelector('.evidence');
  const isBelow = (evidence?.getBoundingClientRect().top ?? 0) >= list.getBoundingClientRect().bottom;
  if (isBelow) evidence?.scrollIntoView({ block: 'start' });
};

const linkTokens = (ids: readonly ProofId[]): number => ids.reduce((sum, id) => sum + proofTexts[id].linkTokens, 0);

/** Proofs about keys and tokens, each with what is sent, what must come back, and what came (W2). */
export const TokenLabTab = () => {
  const { api } = useConsole();
  const state = useConsoleState();
  const profile = state?.profile;
  const { lab, error, retry } = useTokenLab(profile?.id ?? '');
  const [selected, setSelected] = useState<ProofId>('single_use');
  const [shownRun, setShownRun] = useState<number | null>(null);
  const [asking, setAsking] = useState<readonly ProofId[] | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const start = useAction(
    async (signal, ids: readonly ProofId[]) =>
      void (await api.tokenLab.run({ ids: [...ids], confirmed: true }, { signal })),
  );
  const cancel = useAction(async () => void (await api.tokenLab.cancel({})));
  const useSandbox = useAction(async (signal) => void (await api.profiles.switch({ id: 'sandbox' }, { signal })));
  if (error && !lab) return <ErrorBlock error={appErrorOf(error)} onRetry={() => void retry()} />;
  if (!lab || !profile) return <TokenLabSkeleton />;

  const isProduction = profile.environment === 'production';
  const all = runnable(lab.hasControl, isProduction);
  const busy = isBusy(lab);
  const blocked = state.readOnly ? 'Your administrators have switched off what creates data' : null;
  const run = (ids: readonly ProofId[]): void => {
    setShownRun(null);
    if (isProduction) setAsking(ids);
    else void start.run(ids);
  };
  const runs = lab.runs.filter(({ proofId }) => proofId === selected);
  const shown = runs.find(({ id }) => id === shownRun) ?? latestRun(lab, selected);
  const problem = start.error ?? cancel.error ?? useSandbox.error;
  const place = document.getElementById(tabActionsId);
  const outOfReach = (id: ProofId): boolean => proofTexts[id].needsControl && !lab.hasControl;
  return (
    <div className="token-lab">
      {place
        ? createPortal(
            <>
              <ReportButton />
              {busy ? (
                <Button icon={Square} onPress={() => void cancel.run()}>
                  Cancel
                </Button>
              ) : (
                <Button variant="primary" icon={Play} disabledBecause={blocked} onPress={() => run(all)}>
                  Run all
                </Button>
              )}
            </>,
            place,
          )
        : null}
      <section className="proofs" aria-label="Proofs">
        <output className="lab-summary number">
          {labSummary(lab).map(({ state: of, text }) => {
            const { icon: Icon, tone } = proofLooks[of];
            return (
              <span key={text} className={of === 'idle' ? 'lab-rest' : 'lab-count'}>
                {of === 'idle' ? null : (
                  <Icon size={16} className={`tone-${tone}${of === 'running' ? ' turning' : ''}`} aria-hidden="true" />
                )}
                {text}
              </span>
            );
          })}
        </output>
        <ul ref={list} className="proof-list">
          {proofIds.map((id) => (
            <ProofRow
              key={id}
              id={id}
              state={proofState(lab, id)}
              run={latestRun(lab, id)}
              selected={id === selected}
              isOutOfReach={outOfReach(id)}
              onSelect={() => {
                setSelected(id);
                setShownRun(null);
                if (list.current) showEvidence(list.current);
              }}
              onRun={() => {
                setSelected(id);
                run([id]);
              }}
              onUseSandbox={() => void useSandbox.run()}
            />
          ))}
        </ul>
        <p className="lab-foot">
          <Info size={14} aria-hidden="true" />
          {problem
            ? `${describeAppError(problem).title}. ${describeAppError(problem).text}`
            : `Makes up to ${linkTokens(all)} link tokens. On production each proof asks first.`}
        </p>
      </section>
      <ProofEvidence
        id={selected}
        run={shown}
        runs={runs}
        blocked={blocked ?? (outOfReach(selected) ? 'Runs where clock and keys can be controlled: the Sandbox' : null)}
        onRun={() => run([selected])}
        onShow={setShownRun}
      />
      {asking ? (
        <AskProduction
          ids={asking}
          profileName={profile.name}
          onConfirm={() => {
            setAsking(null);
            void start.run(asking);
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </div>
  );
};

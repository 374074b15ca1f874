import { HeadActions } from '#ui/page/head-actions.tsx';
import { readOnlyReason } from '../../../components/read-only.tsx';
import { Info, type LucideIcon, Play, Square, Copy, FileDown, Save } from 'lucide-react';
import { useRef, useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { type ProofId, proofIds, proofTexts } from '#shared/token-proofs.ts';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { appErrorOf, useConsole } from '../../../api/console-api.ts';
import { useTokenLab } from '../../../api/link-tokens.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { useAction } from '../../../api/use-action.ts';
import { ProductionConfirm } from '../../../components/dialogs/production-confirm.tsx';
import { ErrorBlock } from '../../../components/messages/error-block.tsx';
import { ProofEvidence } from './proof-evidence.tsx';
import { ProofRow } from './proof-row.tsx';
import { isBusy, labSummary, latestRun, proofStyles, proofState, runnable } from './proof-state.ts';
import { showFailureDetail } from '../../../components/messages/show-failure.ts';
import { showSaved } from '../../../components/show-saved.ts';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import type { MenuPart } from '#ui/menu/pop-menu.tsx';
import './token-lab.css';
import '#ui/table/skeleton.css';
import { SkeletonLine } from '#ui/table/skeleton-line.tsx';
import { countedText } from '#ui/values/number-text.ts';

const ReportButton = () => {
  const { api } = useConsole();
  const copy = (format: 'markdown' | 'json'): void => {
    api.tokenLab.report({ format }).then(({ text }) => copyText(text, 'the report'), showFailureDetail);
  };
  const save = async (format: 'markdown' | 'json'): Promise<void> => {
    try {
      showSaved(await api.tokenLab.saveReport({ format }));
    } catch (thrown) {
      showFailureDetail(thrown);
    }
  };
  const part = (name: string, icon: LucideIcon, run: (format: 'markdown' | 'json') => void): MenuPart => ({
    kind: 'actions',
    ariaName: name,
    lines: [
      { id: `${name}-markdown`, label: `${name} as Markdown`, icon, run: () => run('markdown') },
      { id: `${name}-json`, label: `${name} as JSON`, icon, run: () => run('json') },
    ],
  });
  return (
    <MenuButton
      name="Export report"
      className="button secondary regular"
      icon={FileDown}
      parts={() => [part('Copy', Copy, copy), part('Save', Save, (format) => void save(format))]}
    >
      Export report
    </MenuButton>
  );
};

const widths = [1, 3, 2, 0];

const TokenLabSkeleton = () => (
  <div className="token-lab" aria-hidden="true">
    <div className="proofs stack">
      <div className="proofs-summary rigid wrap row" />
      <div className="proof-list scroller skeleton-rows">
        {proofIds.map((id, index) => (
          <div key={id} className="proof row hover-tint">
            <div className="proof-coming">
              <SkeletonLine at={widths[index % widths.length] ?? 0} hasIcon />
            </div>
          </div>
        ))}
      </div>
    </div>
  </div>
);

/** In narrow windows, the evidence is below the proofs, so scroll to the evidence. */
const showEvidence = (list: Element): void => {
  const evidenceElement = list.closest('.token-lab')?.querySelector('.evidence');
  const isBelow = (evidenceElement?.getBoundingClientRect().top ?? 0) >= list.getBoundingClientRect().bottom;
  if (isBelow) evidenceElement?.scrollIntoView({ block: 'start' });
};

const linkTokens = (ids: readonly ProofId[]): number => ids.reduce((sum, id) => sum + proofTexts[id].linkTokens, 0);

const proofsText = (ids: readonly ProofId[]): string =>
  ids.length === 1 && ids[0] ? `“${proofTexts[ids[0]].title}”` : `${ids.length} proofs`;

interface ProductionEffectsProps {
  readonly ids: readonly ProofId[];
  readonly profileName: string;
}

const ProductionEffects = ({ ids, profileName }: ProductionEffectsProps) => {
  const tokens = linkTokens(ids);
  const disturbances = ids.flatMap((id) => proofTexts[id].disturbs ?? []);
  return (
    <>
      <p>
        {tokens > 0
          ? `This creates ${countedText(tokens, 'real link token')} for ${profileName}. No migration starts.`
          : `This sends requests to ${profileName}. No token is created.`}
      </p>
      {disturbances.length > 0 ? (
        <p>{disturbances.join(' ')}</p>
      ) : ids.length > 1 ? (
        <p>
          The proofs with wrong keys, malformed headers and eight concurrent requests are skipped. You can run each
          proof separately.
        </p>
      ) : null}
    </>
  );
};

interface TokenLabTabProps {
  readonly actionsPlace: HTMLElement | null;
}

export const TokenLabTab = ({ actionsPlace }: TokenLabTabProps) => {
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
  const runnableIds = runnable(lab.hasControl, isProduction);
  const isLabBusy = isBusy(lab);
  const readOnlyText = readOnlyReason(state);
  const run = (ids: readonly ProofId[]): void => {
    setShownRun(null);
    if (isProduction) setAsking(ids);
    else void start.run(ids);
  };
  const runs = lab.runs.filter(({ proofId }) => proofId === selected);
  const openRun = runs.find(({ id }) => id === shownRun) ?? latestRun(lab, selected);
  const problem = start.error ?? cancel.error ?? useSandbox.error;
  const needsMissingControl = (id: ProofId): boolean => proofTexts[id].needsControl === true && !lab.hasControl;
  return (
    <div className="token-lab">
      <HeadActions place={actionsPlace}>
        <ReportButton />
        {isLabBusy ? (
          <Button icon={Square} onPress={() => void cancel.run()}>
            Cancel
          </Button>
        ) : (
          <Button variant="primary" icon={Play} disabledBecause={readOnlyText} onPress={() => run(runnableIds)}>
            Run all
          </Button>
        )}
      </HeadActions>
      <section className="proofs stack" aria-label="Proofs">
        <output className="proofs-summary rigid wrap row number">
          {labSummary(lab).map(({ state: of, text }) => {
            const { icon: Icon, tone } = proofStyles[of];
            return (
              <span key={text} className={of === 'idle' ? 'muted' : 'gap-7 text-strong row'}>
                {of === 'idle' ? null : (
                  <Icon size={16} className={`tone-${tone}${of === 'running' ? ' turning' : ''}`} aria-hidden="true" />
                )}
                {text}
              </span>
            );
          })}
        </output>
        <ul ref={list} className="proof-list scroller">
          {proofIds.map((id) => (
            <ProofRow
              key={id}
              id={id}
              state={proofState(lab, id)}
              run={latestRun(lab, id)}
              selected={id === selected}
              isMissingControl={needsMissingControl(id)}
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
        <p className="proofs-foot row note rigid">
          <Info size={14} aria-hidden="true" />
          {problem
            ? `${describeAppError(problem).title}. ${describeAppError(problem).text}`
            : `The proofs create up to ${linkTokens(runnableIds)} link tokens. In production, the console asks for confirmation.`}
        </p>
      </section>
      <ProofEvidence
        id={selected}
        run={openRun}
        runs={runs}
        blocked={
          readOnlyText ??
          (needsMissingControl(selected) ? 'This proof changes the clock or keys. Run it on the Sandbox.' : null)
        }
        onRun={() => run([selected])}
        onShow={setShownRun}
      />
      {asking ? (
        <ProductionConfirm
          title={`Run ${proofsText(asking)} in production?`}
          confirm={asking.length === 1 ? 'Run proof' : 'Run proofs'}
          onConfirm={() => void start.run(asking)}
          onClose={() => setAsking(null)}
        >
          <ProductionEffects ids={asking} profileName={profile.name} />
        </ProductionConfirm>
      ) : null}
    </div>
  );
};

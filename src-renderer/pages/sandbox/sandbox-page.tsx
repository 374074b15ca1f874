import type { SandboxView } from '#shared/console-contract/sandbox-calls.ts';
import { appErrorOf } from '../../api/console-call-error.ts';
import { useConsoleState } from '../../api/console-state.ts';
import { useSandboxView } from '../../api/sandbox-view.ts';
import { ErrorBlock } from '../../components/messages/error-block.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { controlOf } from '../../components/sandbox-words.ts';
import { ClockCard } from './clock-card.tsx';
import { DataCard } from './data-card.tsx';
import { FaultsCard } from './faults-card.tsx';
import { MoveCard } from './move-card.tsx';
import { NoControl } from './no-control.tsx';
import { OldState } from './old-state.tsx';
import { SandboxSkeleton } from './sandbox-skeleton.tsx';
import { ScenarioCard } from './scenario-card.tsx';
import './sandbox-page.css';

const everySecond = (view: SandboxView | undefined): number | false => (view?.kind === 'none' ? false : 1_500);

/** Scenarios, faults, clock and data of the service on this computer. */
export const SandboxPage = () => {
  const profile = useConsoleState()?.profile;
  const query = useSandboxView(profile?.id ?? '', everySecond);
  const state = controlOf(query.data);
  if (!profile) return null;
  return (
    <section className="sandbox" aria-label="Sandbox">
      <PageHead title="Sandbox">
        <span className="sandbox-about truncate">
          {profile.builtIn
            ? 'Ferry Service on this computer: try what production will not show you.'
            : `${profile.name}, on this computer`}
        </span>
      </PageHead>
      {query.error && state ? <OldState error={appErrorOf(query.error)} from={query.dataUpdatedAt} /> : null}
      {query.error && !state ? (
        <ErrorBlock error={appErrorOf(query.error)} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : null}
      {query.error || query.data ? null : <SandboxSkeleton />}
      {query.data?.kind === 'none' ? <NoControl profile={profile} reason={query.data.reason} /> : null}
      {state && query.data?.kind === 'control' ? (
        <div className="sandbox-body">
          <div className="sandbox-column">
            <ScenarioCard scenario={state.scenario} />
            <FaultsCard rules={state.rules} />
          </div>
          <div className="sandbox-column">
            <ClockCard now={state.now} offsetMs={state.offset_ms} />
            <MoveCard />
            <DataCard seed={state.seed} />
          </div>
        </div>
      ) : null}
    </section>
  );
};

import { useState } from 'react';
import { type ScenarioName, scenarioNames } from '#shared/service-control/sandbox-choices.ts';
import type { ControlState } from '#shared/service-control/control-state.ts';
import { appErrorOf, useConsole } from '../../api/console-api.ts';
import { useSandboxChange, useSandboxView } from '../../api/sandbox-view.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/controls.tsx';
import { controlOf, scenarioText, scenarioWords } from '../../components/sandbox-words.ts';
import { Form } from '#ui/controls/form.tsx';
import { CountField, readWholeNumber, SandboxCard } from './card-parts.tsx';
import '#ui/controls/tick.css';
import { Box, CloudOff } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { SandboxView } from '#shared/console-contract/sandbox-calls.ts';
import { Banner, MessageBlock } from '#ui/messages/messages.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import '#ui/table/skeleton.css';
import { shortClockText } from '#ui/values/times.tsx';
import { useConsoleState } from '../../api/profiles.ts';
import { ErrorBlock } from '../../components/messages/error-block.tsx';
import { BrandCard } from './brand-card.tsx';
import { ClockCard, DataCard } from './state-cards.tsx';
import { ConnectAppCard } from './connect-app-card.tsx';
import { FaultsCard } from './faults-card.tsx';
import { MoveCard } from './move-card.tsx';
import './sandbox-page.css';
import { SkeletonLine } from '#ui/table/skeleton-line.tsx';

const ScenarioCard = ({ scenario }: { readonly scenario: ControlState['scenario'] }) => {
  const { api } = useConsole();
  const show = useSandboxChange();
  const [next, setNext] = useState<ScenarioName>(scenario?.next ?? 'good');
  const [typedTimes, setTypedTimes] = useState('1');
  const times = readWholeNumber(typedTimes, 'The number of modals', 1, 1_000_000);
  const set = useAction((signal) => show(api.sandbox.setScenario({ next, times: times.value ?? 1 }, { signal })));
  const clear = useAction((signal) => show(api.sandbox.clearScenario({}, { signal })));
  return (
    <SandboxCard title="Next modals" error={set.error ?? clear.error}>
      <Form
        onSubmit={() => {
          if (times.problem === null) void set.run();
        }}
      >
        <fieldset className="scenarios">
          <legend className="visually-hidden">Scenario for the next modals</legend>
          {scenarioNames.map((name) => (
            <label key={name} className="scenario row hover-tint">
              <input
                type="radio"
                className="tick"
                name="scenario"
                checked={next === name}
                onChange={() => setNext(name)}
              />
              <span className="scenario-name">{scenarioWords[name].label}</span>
              <span className="grow muted">{scenarioWords[name].text}</span>
            </label>
          ))}
        </fieldset>
        <div className="sandbox-row">
          <CountField label="Number of modals" value={typedTimes} problem={times.problem} onText={setTypedTimes} />
          <Button type="submit" busy={set.busy}>
            Set scenario
          </Button>
          {scenario ? (
            <Button variant="ghost" onPress={() => void clear.run()}>
              Clear scenario
            </Button>
          ) : null}
        </div>
      </Form>
      <p className="sandbox-help note">{scenarioText(scenario)}</p>
    </SandboxCard>
  );
};

interface OldStateProps {
  readonly error: AppError;
  /** Arrival time of the displayed state, in ms since 1970. */
  readonly from: number;
}

export const OldState = ({ error, from }: OldStateProps) => (
  <Banner tone="warning" icon={CloudOff} title={`${describeAppError(error).title}.`}>
    Last known state, from {shortClockText(new Date(from))}. The console retries automatically.
  </Banner>
);

type Reason = Extract<SandboxView, { kind: 'none' }>['reason'];

const texts: Record<Reason, string> = {
  elsewhere:
    "You can change faults, clock and data only for a service on this device. Nothing was sent to this profile's service.",
  not_allowed:
    'The service runs on this device, but its control API is off. Start Ferry Service with --allow-control, or use the built-in Sandbox.',
  read_only: "Your administrator doesn't allow this console to change data. You can still change the Sandbox.",
};

interface NoControlProps {
  readonly profile: ConsoleState['profile'];
  readonly reason: Reason;
}

export const NoControl = ({ profile, reason }: NoControlProps) => {
  const { api } = useConsole();
  const open = useAction(async (signal) => void (await api.profiles.switch({ id: 'sandbox' }, { signal })));
  return (
    <MessageBlock
      icon={Box}
      title={`${profile.name} is not the Sandbox`}
      actions={
        <Button variant="primary" icon={Box} busy={open.busy} onPress={() => void open.run()}>
          Switch to the Sandbox
        </Button>
      }
    >
      {open.error ? `${describeAppError(open.error).title}. ` : ''}
      {texts[reason]}
    </MessageBlock>
  );
};

const columns = [
  [4, 5],
  [2, 3, 2],
] as const;

const widths = [1, 3, 0, 2, 1];

export const SandboxSkeleton = () => (
  <div className="sandbox-body scroller skeleton-rows" aria-hidden="true">
    {columns.map((cards) => (
      <div key={cards.join()} className="sandbox-column">
        {cards.map((lines, card) => (
          // oxlint-disable-next-line react/no-array-index-key
          <div key={card} className="sandbox-card outlined sandbox-coming">
            {widths.slice(0, lines).map((width, line) => (
              // oxlint-disable-next-line react/no-array-index-key
              <SkeletonLine key={line} at={width} />
            ))}
          </div>
        ))}
      </div>
    ))}
  </div>
);

const pollIntervalMs = (view: SandboxView | undefined): number | false => (view?.kind === 'none' ? false : 1_500);

export const SandboxPage = () => {
  const profile = useConsoleState()?.profile;
  const query = useSandboxView(profile?.id ?? '', pollIntervalMs);
  const state = controlOf(query.data);
  if (!profile) return null;
  // The built-in Sandbox lacks control endpoints only while it is shared on the network.
  const isShared = profile.builtIn && query.data?.kind === 'none';
  return (
    <section className="sandbox fill stack" aria-label="Sandbox">
      <PageHead title="Sandbox">
        <span className="sandbox-about muted truncate">
          {profile.builtIn
            ? 'Ferry Service on this device, with faults, scenarios and a clock for testing.'
            : `${profile.name}, on this device`}
        </span>
      </PageHead>
      {query.error && state ? <OldState error={appErrorOf(query.error)} from={query.dataUpdatedAt} /> : null}
      {query.error && !state ? (
        <ErrorBlock error={appErrorOf(query.error)} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : null}
      {query.error || query.data ? null : <SandboxSkeleton />}
      {query.data?.kind === 'none' && !isShared ? <NoControl profile={profile} reason={query.data.reason} /> : null}
      {isShared ? (
        <div className="sandbox-body scroller">
          <div className="sandbox-column">
            <ConnectAppCard profileURL={profile.baseURL} />
          </div>
        </div>
      ) : null}
      {state && query.data?.kind === 'control' ? (
        <div className="sandbox-body scroller">
          <div className="sandbox-column">
            <ScenarioCard scenario={state.scenario} />
            <FaultsCard rules={state.rules} />
            {/* This card is last, so that its late content doesn't move other cards. */}
            {profile.builtIn ? <ConnectAppCard profileURL={profile.baseURL} /> : null}
          </div>
          <div className="sandbox-column">
            <ClockCard state={state} readAt={query.data.readAt} />
            <MoveCard />
            <DataCard seed={state.seed} />
            <BrandCard key={profile.id} profileId={profile.id} />
          </div>
        </div>
      ) : null}
    </section>
  );
};

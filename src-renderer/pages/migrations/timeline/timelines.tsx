import { CircleAlert, CircleSmall, ClockAlert, EyeOff, Hourglass, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { EntryView } from '#shared/console-contract/activity-calls.ts';
import { statusStyleOf } from '#ui/status/status-style.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { absoluteText, ageText, fullText, useNow } from '#ui/values/times.tsx';
import { joinCounted, stepWords } from './activity-words.ts';
import './timeline.css';
import type { ObservedTimeline as Timeline } from '#shared/console-contract/timeline-calls.ts';
import { useSettingsView } from '../../../api/settings.ts';
import { type TimelineStep, timelineSteps } from './timeline-steps.ts';
import { DrawerSection } from '../section/drawer-section.tsx';

/** Longer timelines show only their first and last steps until the user requests all. */
const maxShown = 40;
const initiallyShown = 8;

const iconOf = (entry: EntryView): { readonly icon: LucideIcon; readonly tone: string } => {
  if (entry.step === 'ended') return statusStyleOf(String(entry.detail['status'] ?? ''));
  if (entry.step === 'sign_in_failed') return { icon: CircleAlert, tone: 'bad' };
  if (entry.step === 'waiting' || entry.step === 'retried') return { icon: Hourglass, tone: 'partial' };
  return { icon: CircleSmall, tone: 'neutral' };
};

const Step = ({ entry, now }: { readonly entry: EntryView; readonly now: Date }) => {
  const { icon: Icon, tone } = iconOf(entry);
  const { label, detail } = stepWords(entry);
  const date = new Date(entry.at);
  return (
    <li className="step" data-told>
      <Icon size={16} className={`status-icon tone-${tone}`} aria-hidden="true" />
      <span className="step-label">
        {entry.step === 'ended' ? statusStyleOf(String(entry.detail['status'] ?? '')).label : label}
        {detail === '' ? null : (
          <bdi className="step-detail hint">
            <span className="visually-hidden">: </span>
            {detail}
          </bdi>
        )}
      </span>
      <time className="step-time" dateTime={entry.at} {...tip(fullText(date))}>
        {absoluteText(date, now)}
      </time>
    </li>
  );
};

export const ActivityTimeline = ({ entries }: { readonly entries: readonly EntryView[] }) => {
  const now = useNow(60_000);
  const [showsAll, setShowsAll] = useState(false);
  const lines = joinCounted(entries);
  const hiddenCount = showsAll || lines.length <= maxShown ? 0 : lines.length - maxShown;
  const first = hiddenCount === 0 ? lines : lines.slice(0, initiallyShown);
  const last = hiddenCount === 0 ? [] : lines.slice(initiallyShown + hiddenCount);
  return (
    <DrawerSection title="Timeline" beside={<span className="number">Recorded by the service</span>}>
      <ol className="steps number">
        {first.map((entry) => (
          <Step key={entry.id} entry={entry} now={now} />
        ))}
        {hiddenCount === 0 ? null : (
          <li className="step">
            <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
              Show {countText(hiddenCount)} more steps
            </button>
          </li>
        )}
        {last.map((entry) => (
          <Step key={entry.id} entry={entry} now={now} />
        ))}
      </ol>
    </DrawerSection>
  );
};

interface ObservedTimelineProps {
  readonly timeline: Timeline;
  readonly stuckAge: string | null;
}

/** Minimum number of other migrations for showing the usual duration. */
const minOtherMigrations = 5;

const StepTime = ({ at, now, first }: { readonly at: number; readonly now: Date; readonly first?: boolean }) => {
  const date = new Date(at);
  return (
    <time className="step-time hint rigid" dateTime={date.toISOString()} {...tip(fullText(date))}>
      {first ? 'first observed ' : ''}
      {absoluteText(date, now)}
    </time>
  );
};

interface StatusStepProps {
  readonly step: Extract<TimelineStep, { kind: 'status' }>;
  readonly now: Date;
  readonly stuck: boolean;
}

const StatusStep = ({ step, now, stuck }: StatusStepProps) => {
  const { label, icon: Icon, tone, known } = statusStyleOf(step.status);
  const { durationMs, current, isRepeated, odd, setBack, at, isStartObserved } = step;
  return (
    <li className="step" data-current={current || undefined}>
      <Icon size={16} className={`status-icon tone-${tone}`} aria-hidden="true" />
      <span className={known ? 'step-label truncate' : 'step-label truncate mono'}>
        {isRepeated ? `Still ${label}` : label}
      </span>
      {odd ? (
        <span className="text-partial" {...tip("The status rules don't allow this change")}>
          <TriangleAlert size={14} aria-hidden="true" />
          <span className="visually-hidden">Unexpected transition</span>
        </span>
      ) : null}
      {setBack ? (
        <span className="text-partial" {...tip("This device's clock was set back before this entry")}>
          <ClockAlert size={14} aria-hidden="true" />
          <span className="visually-hidden">After this device's clock was set back</span>
        </span>
      ) : null}
      <StepTime at={at} now={now} first={!isStartObserved && !isRepeated} />
      <span className={stuck && current ? 'step-lasted text-partial text-strong' : 'step-lasted'}>
        {durationMs === null ? (current ? '' : 'observed once') : ageText(durationMs)}
      </span>
    </li>
  );
};

const Gap = ({ step, now }: { readonly step: Extract<TimelineStep, { kind: 'gap' }>; readonly now: Date }) => (
  <li className="step faint" data-gap>
    <EyeOff size={14} aria-hidden="true" />
    <span className="step-label">Not observed</span>
    <StepTime at={step.at} now={now} />
    <span className="step-lasted">for {ageText(step.durationMs)}</span>
  </li>
);

export const ObservedTimeline = ({ timeline, stuckAge }: ObservedTimelineProps) => {
  const now = useNow(1000);
  const seconds = useSettingsView()?.preferences.autoRefreshSeconds ?? 0;
  const { changes, others } = timeline;
  const steps = timelineSteps(changes, now.getTime());
  return (
    <DrawerSection
      title="Observed timeline"
      beside={<span className="number">Observed by this console{seconds > 0 ? `, every ${seconds} s` : ''}</span>}
    >
      <ol className="steps number">
        {steps.map((step) =>
          step.kind === 'gap' ? (
            <Gap key={`gap ${step.at}`} step={step} now={now} />
          ) : (
            <StatusStep key={step.at} step={step} now={now} stuck={stuckAge !== null} />
          ),
        )}
      </ol>
      {stuckAge === null ? null : (
        <p className="stuck-note forced-border number" role="note">
          <Hourglass size={14} aria-hidden="true" />
          <span>
            {stuckAge}.
            {others && others.migrations >= minOtherMigrations
              ? ` ${countText(others.migrations)} other migrations left this status after ${ageText(others.medianMs)} (median).`
              : ''}
            {changes.at(-1)?.status === 'PENDING_USER_INPUT' ? (
              <strong> The end user may have closed the modal.</strong>
            ) : null}
          </span>
        </p>
      )}
    </DrawerSection>
  );
};

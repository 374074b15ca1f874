import { CircleAlert, CircleSmall, Hourglass, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { EntryView } from '#shared/console-contract/activity-calls.ts';
import { statusStyleOf } from '#ui/status/status-style.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { useNow } from '#ui/values/time-cells.tsx';
import { absoluteText, fullText } from '#ui/values/time-text.ts';
import { joinCounted, stepWords } from './activity-words.ts';
import './timeline.css';

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
    <section className="drawer-section" aria-label="Timeline">
      <div className="drawer-section-head">
        <h3>Timeline</h3>
        <span className="number">Recorded by the service</span>
      </div>
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
    </section>
  );
};

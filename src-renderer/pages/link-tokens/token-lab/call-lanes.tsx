import { CircleCheck, CircleQuestionMark, CircleSlash, CircleX } from 'lucide-react';
import type { LabCall } from '#shared/console-contract/token-lab-calls.ts';
import { durationText } from '#ui/values/time-text.ts';

const looks = {
  accepted: { icon: CircleCheck, tone: 'good' },
  refused: { icon: CircleSlash, tone: 'neutral' },
  unclear: { icon: CircleQuestionMark, tone: 'partial' },
} as const;

/** What a refused exchange says, short enough for its lane. */
const shortSaid = (said: string): string => /already used|expired|not valid/.exec(said)?.[0] ?? said;

/** Requests that were under way at the same time, each as a bar from its sending to its answer. */
export const CallLanes = ({ calls }: { readonly calls: readonly LabCall[] }) => {
  const first = Math.min(...calls.map(({ startMs }) => startMs));
  const last = Math.max(...calls.map(({ endMs }) => endMs));
  const sent = Math.max(...calls.map(({ startMs }) => startMs)) - first;
  const share = (ms: number): string => `${((ms / Math.max(last - first, 1)) * 100).toFixed(2)}%`;
  return (
    <section className="evidence-part" aria-labelledby="lanes-title">
      <div className="evidence-part-head">
        <h3 id="lanes-title">{`${calls.length} requests, sent within ${durationText(sent)}`}</h3>
        <span className="number">{`0 to ${durationText(last - first)}`}</span>
      </div>
      <ol className="lanes">
        {calls.map((call, index) => {
          const look = looks[call.outcome];
          const tone = call.wrong ? 'bad' : look.tone;
          const Icon = call.wrong ? CircleX : look.icon;
          return (
            <li key={call.no} className="lane">
              <span className="lane-no number">{index + 1}</span>
              <svg className="lane-bar" width="100%" height="10" aria-hidden="true">
                <rect className="lane-track" x="0" y="4" width="100%" height="2" rx="1" />
                <rect
                  className={`lane-${tone}`}
                  x={share(call.startMs - first)}
                  y="0"
                  width={share(Math.max(call.endMs - call.startMs, 1))}
                  height="10"
                  rx="2"
                />
              </svg>
              <span className="lane-said">
                <Icon size={14} className={`tone-${tone}`} aria-hidden="true" />
                <strong className="number">{call.status ?? '—'}</strong>
                <span className="truncate" title={call.said}>
                  {shortSaid(call.said)}
                </span>
              </span>
              <span className="lane-ms number">{durationText(call.endMs - call.startMs)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
};

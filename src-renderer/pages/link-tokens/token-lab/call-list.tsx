import { ChevronRight, CircleCheck, CircleQuestionMark, CircleSlash, CircleX } from 'lucide-react';
import { useState } from 'react';
import type { LabCall } from '#shared/console-contract/token-lab-calls.ts';
import { CodeBox } from '#ui/values/code-block.tsx';
import { durationText } from '#ui/values/times.tsx';
import { EvidencePart } from './evidence-part.tsx';

const styles = {
  accepted: { icon: CircleCheck, tone: 'good' },
  refused: { icon: CircleSlash, tone: 'neutral' },
  unclear: { icon: CircleQuestionMark, tone: 'partial' },
} as const;

const shortSummary = (summary: string): string => /already used|expired|not valid/.exec(summary)?.[0] ?? summary;

export const CallLanes = ({ calls }: { readonly calls: readonly LabCall[] }) => {
  const firstMs = Math.min(...calls.map(({ startMs }) => startMs));
  const lastMs = Math.max(...calls.map(({ endMs }) => endMs));
  const sentWithinMs = Math.max(...calls.map(({ startMs }) => startMs)) - firstMs;
  const share = (ms: number): string => `${((ms / Math.max(lastMs - firstMs, 1)) * 100).toFixed(2)}%`;
  return (
    <EvidencePart
      title={`${calls.length} requests, sent within ${durationText(sentWithinMs)}`}
      note={<span className="note number">{`0 to ${durationText(lastMs - firstMs)}`}</span>}
    >
      <ol className="lanes">
        {calls.map((call, index) => {
          const style = styles[call.outcome];
          const tone = call.wrong ? 'bad' : style.tone;
          const Icon = call.wrong ? CircleX : style.icon;
          return (
            <li key={call.no} className="lane">
              <span className="muted text-right number">{index + 1}</span>
              <svg className="lane-bar" width="100%" height="10" aria-hidden="true">
                <rect className="lane-track" x="0" y="4" width="100%" height="2" rx="1" />
                <rect
                  className={`lane-${tone}`}
                  x={share(call.startMs - firstMs)}
                  y="0"
                  width={share(Math.max(call.endMs - call.startMs, 1))}
                  height="10"
                  rx="2"
                />
              </svg>
              <span className="gap-7 shrink row">
                <Icon size={14} className={`tone-${tone}`} aria-hidden="true" />
                <strong className="number">{call.status ?? '—'}</strong>
                <span className="truncate" title={call.summary}>
                  {shortSummary(call.summary)}
                </span>
              </span>
              <span className="muted text-right number">{durationText(call.endMs - call.startMs)}</span>
            </li>
          );
        })}
      </ol>
    </EvidencePart>
  );
};

const Piece = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div className="call-piece shrink">
    <h4>{title}</h4>
    <CodeBox label={title}>{text}</CodeBox>
  </div>
);

const Call = ({ call }: { readonly call: LabCall }) => {
  const [open, setOpen] = useState(false);
  return (
    <li className="call">
      <button type="button" className="call-head hover-tint" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={14} className="call-chevron faint" aria-hidden="true" />
        <span className="call-what truncate">{call.what}</span>
        <span className={call.wrong ? 'text-danger truncate' : 'muted truncate'}>
          <strong className="number">{call.status ?? '—'}</strong> {call.summary}
          {call.wrong ? <span className="visually-hidden">, not allowed by the specification</span> : null}
        </span>
        <span className="muted text-right number">{durationText(call.endMs - call.startMs)}</span>
      </button>
      {open ? (
        <div className="call-body">
          <Piece title="Sent" text={call.sent} />
          <Piece title="Received" text={call.reply} />
        </div>
      ) : null}
    </li>
  );
};

export const CallList = ({ calls }: { readonly calls: readonly LabCall[] }) => (
  <EvidencePart title="Requests" note={<span className="note">keys and tokens shown as variables</span>}>
    <ol className="calls">
      {calls.map((call) => (
        <Call key={call.no} call={call} />
      ))}
    </ol>
  </EvidencePart>
);

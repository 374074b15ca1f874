import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { LabCall } from '#shared/console-contract/token-lab-calls.ts';
import { durationText } from '#ui/values/time-text.ts';

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- What scrolls is reachable by keyboard. */
const Piece = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div className="call-piece">
    <h4>{title}</h4>
    <pre className="code mono" tabIndex={0} role="group" aria-label={title}>
      {text}
    </pre>
  </div>
);

const Call = ({ call }: { readonly call: LabCall }) => {
  const [open, setOpen] = useState(false);
  return (
    <li className="call" data-wrong={call.wrong || undefined}>
      <button type="button" className="call-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={14} className="call-chevron" aria-hidden="true" />
        <span className="call-what truncate">{call.what}</span>
        <span className="call-said truncate">
          <strong className="number">{call.status ?? '—'}</strong> {call.said}
          {call.wrong ? <span className="visually-hidden">, this must not have gone so</span> : null}
        </span>
        <span className="call-ms number">{durationText(call.endMs - call.startMs)}</span>
      </button>
      {open ? (
        <div className="call-body">
          <Piece title="Sent" text={call.sent} />
          <Piece title="Received" text={call.came} />
        </div>
      ) : null}
    </li>
  );
};

/** The requests of a run in their order; each opens to what was sent and what came, secrets as names of variables. */
export const CallList = ({ calls }: { readonly calls: readonly LabCall[] }) => (
  <section className="evidence-part" aria-labelledby="calls-title">
    <div className="evidence-part-head">
      <h3 id="calls-title">Requests</h3>
      <span>keys and tokens as $NAMES</span>
    </div>
    <ol className="calls">
      {calls.map((call) => (
        <Call key={call.no} call={call} />
      ))}
    </ol>
  </section>
);

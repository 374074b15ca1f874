import { CircleCheck, CircleDashed, CircleDot, CircleMinus, CircleX, Eye } from 'lucide-react';
import { accessTokenLifetimeMs, linkTokenLifetimeMs } from '#shared/token-lifetimes.ts';
import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';
import { CountdownRing, useAge } from '#ui/values/countdown.tsx';
import { ageText } from '#ui/values/times.tsx';
import { type FlowStep, flowSteps, isHidden } from './flow-steps.ts';
import { lifelines, type Message, sequenceOf } from './sequence.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#ui/controls/controls.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import './flow-section.css';

interface FlowListProps {
  readonly flow: LabFlow;
  readonly at: number;
}

const icons = {
  done: CircleCheck,
  now: CircleDot,
  later: CircleDashed,
  failed: CircleX,
  skipped: CircleMinus,
} as const;
const words = { done: 'done', now: 'in progress', later: 'pending', failed: 'not done', skipped: 'skipped' } as const;

const Ring = ({ id, flow, at }: FlowListProps & { readonly id: FlowStep['id'] }) => {
  const { linkToken, accessToken } = flow;
  if (id === 'link-token' && linkToken) {
    const { ageMs, usedAfterMs } = linkToken;
    return (
      <CountdownRing label="Link token" began={at - ageMs} lifetimeMs={linkTokenLifetimeMs} {...{ usedAfterMs }} />
    );
  }
  if (id === 'access-token' && accessToken) {
    const { ageMs, endedAfterMs: usedAfterMs } = accessToken;
    return (
      <CountdownRing label="Access token" began={at - ageMs} lifetimeMs={accessTokenLifetimeMs} {...{ usedAfterMs }} />
    );
  }
  return null;
};

const WaitingLine = ({ flow, at }: FlowListProps) => {
  const age = useAge(at - flow.ageMs + (flow.lastEventMs ?? 0), true);
  return <span className="number"> for {ageText(age)}</span>;
};

const FlowList = ({ flow, at }: FlowListProps) => (
  <ol className="flow-list">
    {flowSteps(flow).map(({ id, title, lines, state }) => {
      const Icon = icons[state];
      const isWaiting = state === 'now' && (id === 'provider' || id === 'end');
      return (
        <li key={id} className="flow-step" data-state={state}>
          <Icon size={18} aria-hidden="true" />
          <div className="grow">
            <span className="flow-title text-strong">{title}</span>
            <span className="visually-hidden">, {words[state]}</span>
            {lines.map((line) => (
              <span key={line} className="flow-line">
                {line}
                {isWaiting ? <WaitingLine flow={flow} at={at} /> : null}
              </span>
            ))}
          </div>
          <Ring id={id} flow={flow} at={at} />
        </li>
      );
    })}
  </ol>
);

const width = 240;
const margin = 24;
const head = 24;
const row = 30;
const xOfLine = (line: number): number => margin + (line * (width - 2 * margin)) / (lifelines.length - 1);

const Arrow = ({ message: { from, to, text, isDone }, y }: { readonly message: Message; readonly y: number }) => {
  const [start, end] = [xOfLine(from), xOfLine(to)];
  const direction = end > start ? 1 : -1;
  return (
    <g className={isDone ? 'sequence-message done' : 'sequence-message'}>
      <text x={(start + end) / 2} y={y - 5}>
        {text}
      </text>
      <path d={`M${start} ${y}H${end - direction * 2}`} />
      <path className="sequence-tip" d={`M${end - direction} ${y}l${-direction * 5} -3v6z`} />
    </g>
  );
};

const SequencePicture = ({ flow }: { readonly flow: LabFlow }) => {
  const messages = sequenceOf(flow);
  const height = head + messages.length * row + 12;
  return (
    <figure className="sequence">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {lifelines.map((name, index) => (
          <g key={name}>
            <text className="sequence-name" x={xOfLine(index)} y={11}>
              {name}
            </text>
            <path className="sequence-line" d={`M${xOfLine(index)} 18V${height}`} />
          </g>
        ))}
        {messages.map((message, index) => (
          <Arrow key={`${message.from} ${message.to} ${index}`} message={message} y={head + 20 + index * row} />
        ))}
      </svg>
      <figcaption className="visually-hidden">
        <ol>
          {messages.map(({ from, to, text, isDone }) => (
            <li key={`${from} ${to} ${text}`}>
              {lifelines[from]} to {lifelines[to]}: {text}, {isDone ? 'done' : 'pending'}
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
};

type End = NonNullable<LabFlow['end']>;

const nextStepTexts: Record<Exclude<End['kind'], 'closed'>, string> = {
  completed:
    'Show a success message and load the imported data. Check the migration, then try a user whose migration fails.',
  failed:
    'Your page should offer to try again. In the modal, "Try again" starts a new migration. Here, create a new token.',
  cancelled: 'The end user never signed in, so there is nothing to resume. Your page should offer to start over.',
  not_opened: 'There is no modal and no migration to resume. Your page should say so and offer to try again.',
};
const runningStatuses: readonly (string | null)[] = ['WORKING', 'PENDING_USER_INPUT'];

const nextStepText = ({ kind }: End, status: string | null): string => {
  if (kind !== 'closed') return nextStepTexts[kind];
  const stateText = runningStatuses.includes(status)
    ? 'The migration continues without the modal.'
    : 'The modal is closed, and the migration is waiting.';
  return `${stateText} Resume calls init(), as your page would on the next visit.`;
};

const EndPanel = ({ end, flow: { status, migrationId } }: { readonly end: End; readonly flow: LabFlow }) => (
  <section className="end-panel outlined" aria-label="What to do next">
    <h3>What to do next</h3>
    <p>{nextStepText(end, status)}</p>
    {migrationId === null ? null : (
      <Link to="/migrations" search={{ open: migrationId }}>
        Open the migration
      </Link>
    )}
  </section>
);

const HiddenPanel = ({ onShow, blocked }: Pick<FlowSectionProps, 'onShow' | 'blocked'>) => (
  <section className="end-panel outlined" aria-label="Hidden during the copy">
    <p>
      The copy needs no input, so the SDK hides the modal. It reappears when you show it or the copy needs an answer.
    </p>
    <Button size="small" icon={Eye} disabledBecause={blocked} onPress={onShow}>
      Show modal
    </Button>
  </section>
);

const styles = [
  { value: 'steps', label: 'Steps' },
  { value: 'picture', label: 'Diagram' },
] as const;

interface FlowSectionProps {
  readonly flow: LabFlow;
  readonly at: number;
  readonly onShow: () => void;
  readonly blocked: string | null;
}

export const FlowSection = ({ flow, at, onShow, blocked }: FlowSectionProps) => {
  const [flowStyle, setFlowStyle] = useState<'steps' | 'picture'>('steps');
  return (
    <section className="lab-flow" aria-label="Flow">
      <div className="lab-flow-head row">
        <h2 className="subtitle">Flow</h2>
        <Segments label="View as" segments={styles} value={flowStyle} onChange={setFlowStyle} />
      </div>
      {flowStyle === 'steps' ? <FlowList flow={flow} at={at} /> : <SequencePicture flow={flow} />}
      {isHidden(flow) ? <HiddenPanel {...{ onShow, blocked }} /> : null}
      {flow.end ? <EndPanel end={flow.end} flow={flow} /> : null}
    </section>
  );
};

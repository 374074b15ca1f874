import { CircleCheck, CircleDashed, CircleDot, CircleMinus, CircleX } from 'lucide-react';
import { accessTokenLifetimeMs, linkTokenLifetimeMs } from '#shared/token-lifetimes.ts';
import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';
import { CountdownRing, useAge } from '#ui/values/countdown.tsx';
import { ageText } from '#ui/values/time-text.ts';
import { flowSteps, type FlowStep } from './flow-steps.ts';

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

export const FlowList = ({ flow, at }: FlowListProps) => (
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

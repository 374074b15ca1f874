import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';
import { durationText } from '#ui/values/times.tsx';

interface Phase {
  readonly name: string;
  readonly tone: string;
  readonly from: number;
  readonly ms: number | null;
}

export const phasesOf = ({ queueMs, connectMs, firstByteMs, totalMs }: RequestDetail['timing']): readonly Phase[] => {
  const connect = connectMs ?? 0;
  const first = Math.max(connect, firstByteMs ?? totalMs);
  const isReused = connectMs === 0;
  const phases = [
    { name: 'Before sending', tone: 'queue', from: 0, ms: queueMs },
    { name: isReused ? 'Connecting (connection reused)' : 'Connecting', tone: 'connect', from: queueMs, ms: connectMs },
    { name: 'Waiting for the response', tone: 'wait', from: queueMs + connect, ms: first - connect },
    { name: 'Reading the response', tone: 'read', from: queueMs + first, ms: Math.max(0, totalMs - first) },
  ];
  // Without a first byte, the request may not have had a connection.
  return phases.filter(({ tone, ms }) => firstByteMs !== null || (tone === 'connect' ? ms !== null : tone !== 'read'));
};

const msText = (value: number): string => (value > 0 && value < 1 ? '< 1 ms' : durationText(value));

export const TimingTab = ({ detail }: { readonly detail: RequestDetail }) => {
  const { timing } = detail;
  const whole = Math.max(1, timing.queueMs + timing.totalMs);
  return (
    <dl className="timing">
      {phasesOf(timing).map(({ name, tone, from, ms: length }) => (
        <div key={name} className="row gap-10">
          <dt>{name}</dt>
          <dd className="number">{length === null ? 'unavailable' : msText(length)}</dd>
          <dd className="timing-lane" aria-hidden="true">
            <svg width="100%" height="10">
              <rect className="waterfall-track" y="4.500" width="100%" height="1" />
              {length === null ? null : (
                <rect
                  className={`forced-ink timing-${tone}`}
                  x={`${Math.min(99, (from / whole) * 100)}%`}
                  width={`${Math.max(1, (length / whole) * 100)}%`}
                  y="1"
                  height="8"
                  rx="1.500"
                />
              )}
            </svg>
          </dd>
        </div>
      ))}
      <div className="timing-total row gap-10">
        <dt>Total, excluding queue time</dt>
        <dd className="number">{msText(timing.totalMs)}</dd>
      </div>
    </dl>
  );
};

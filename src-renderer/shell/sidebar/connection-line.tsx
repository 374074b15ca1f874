/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a tooltip needs the focus */
import { CircleAlert, CircleCheck, CircleDashed, CloudOff, KeyRound, type LucideIcon } from 'lucide-react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { hostText } from '../../api/profiles.ts';
import '#ui/status/tones.css';
import './connection-line.css';

type Connection = ConsoleState['connection'];

const styles: Record<Connection['state'], { readonly icon: LucideIcon; readonly word: string; readonly tone: string }> =
  {
    unknown: { icon: CircleDashed, word: 'Not checked yet', tone: 'neutral' },
    starting: { icon: CircleDashed, word: 'Starting', tone: 'neutral' },
    connected: { icon: CircleCheck, word: 'Connected', tone: 'good' },
    offline: { icon: CloudOff, word: 'No connection', tone: 'partial' },
    failing: { icon: CircleAlert, word: 'Service error', tone: 'bad' },
    unauthorized: { icon: KeyRound, word: 'Key rejected', tone: 'bad' },
  };

interface ConnectionLineProps {
  readonly connection: Connection | undefined;
  readonly baseURL: string | null;
}

export const ConnectionLine = ({ connection, baseURL }: ConnectionLineProps) => {
  const { icon: Icon, word, tone } = styles[connection?.state ?? 'unknown'];
  const latency = connection?.state === 'connected' ? connection.latencyMs : null;
  const host = hostText(baseURL);
  return (
    <p
      className="connection note rigid"
      tabIndex={0}
      role="group"
      aria-label={`Connection: ${word}${host ? `, ${host}` : ''}`}
      {...tip(host ? `${word}, ${host}` : word, { side: 'right' })}
    >
      <Icon size={14} className={`tone-${tone}`} aria-hidden="true" />
      <span className="connection-text shrink">
        <span className="text-main">{word}</span>
        {latency === null ? null : <span className="number"> · {Math.round(latency)} ms</span>}
        <span className="connection-host mono truncate">{host}</span>
      </span>
    </p>
  );
};

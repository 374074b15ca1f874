import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon, TimerOff } from 'lucide-react';
import type { TokenRecord } from '#shared/console-contract/link-tokens-calls.ts';
import { linkTokenLifetimeMs } from '#shared/token-lifetimes.ts';
import { useAge } from '#ui/values/countdown.tsx';
import { clockText, durationText } from '#ui/values/time-text.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { type StampedToken, useTokenRecords } from '../../api/link-tokens.ts';
import { BackendEndpoint } from './backend-endpoint.tsx';
import { MintCard } from './mint-card.tsx';

const purposes: Record<TokenRecord['purpose'], string> = {
  create: 'Created manually',
  lab: 'Modal lab',
  proof: 'Token lab',
};

interface TokenStyle {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly tone: 'good' | 'quiet' | 'live' | 'warning';
}

const styleOf = ({ state, usedAfterMs, purpose }: StampedToken, isOver: boolean): TokenStyle => {
  if (state === 'exchanged') {
    return { icon: CircleCheck, text: `Exchanged after ${durationText(usedAfterMs ?? 0)}`, tone: 'good' };
  }
  if (state === 'unanswered') {
    return { icon: CircleAlert, text: isOver ? 'No response; token expired' : 'No response', tone: 'warning' };
  }
  if (!isOver) return { icon: CircleDashed, text: 'Not used yet', tone: 'live' };
  // The user exchanges a manually created token elsewhere, where the console can't observe it.
  return { icon: TimerOff, text: purpose === 'create' ? 'Expired, or used elsewhere' : 'Expired', tone: 'quiet' };
};

const HistoryRow = ({ record }: { readonly record: StampedToken }) => {
  const canExpire = record.state !== 'exchanged' && record.ageMs < linkTokenLifetimeMs;
  const isOver = useAge(record.began, canExpire) >= linkTokenLifetimeMs;
  const { icon: Icon, text, tone } = styleOf(record, isOver);
  return (
    <li className="token-row" data-tone={tone}>
      <Icon size={16} aria-hidden="true" />
      <span className="token-what">{text}</span>
      <span className="hint">{purposes[record.purpose]}</span>
      <time className="faint text-right text-small number" dateTime={record.mintedAt}>
        {clockText(new Date(record.mintedAt))}
      </time>
    </li>
  );
};

/** Link tokens created since the console started, without their values. */
const TokenHistoryList = () => {
  const profileId = useConsoleState()?.profile.id;
  const records = useTokenRecords()?.filter((record) => record.profileId === profileId);
  return (
    <section className="token-history" aria-labelledby="token-history-title">
      <h3 id="token-history-title">
        History <span className="token-scope">this profile, since the console started</span>
      </h3>
      {records && records.length > 0 ? (
        <ul>
          {records.map((record) => (
            <HistoryRow key={record.id} record={record} />
          ))}
        </ul>
      ) : (
        <p className="muted">No link token yet. The console stores the outcome of each token, never the token.</p>
      )}
    </section>
  );
};

export const CreateTab = () => (
  <div className="create-tab fill">
    <section className="create-side stack" aria-label="Create a link token">
      <MintCard />
      <TokenHistoryList />
    </section>
    <BackendEndpoint />
  </div>
);

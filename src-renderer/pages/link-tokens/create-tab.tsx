import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon, TimerOff, Copy } from 'lucide-react';
import type { TokenRecord } from '#shared/console-contract/link-tokens-calls.ts';
import { linkTokenLifetimeMs } from '#shared/token-lifetimes.ts';
import { CodeBox } from '#ui/values/code-block.tsx';
import { useAge } from '#ui/values/countdown.tsx';
import { clockText, durationText } from '#ui/values/times.tsx';
import { useConsoleState } from '../../api/profiles.ts';
import { type StampedToken, useTokenRecords } from '../../api/link-tokens.ts';
import { HostedLinkCard } from './hosted-link-card.tsx';
import { MintCard } from './mint-card.tsx';
import { useState } from 'react';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import '../../components/two-panes.css';
import { backendSnippet, pageSnippet, type SnippetLanguage } from './backend-snippets.ts';

const languages = [
  { value: 'typescript', label: 'Node' },
  { value: 'python', label: 'Python' },
  { value: 'csharp', label: 'C#' },
] as const;

const placeholder = 'https://api.ferry.example';

const BackendEndpoint = () => {
  const [language, setLanguage] = useState<SnippetLanguage>('typescript');
  const baseURL = useConsoleState()?.profile.baseURL ?? placeholder;
  const backend = backendSnippet(language, baseURL);
  const page = pageSnippet(baseURL);
  return (
    <section className="backend-endpoint two-panes-main gap-8 stack" aria-label="Your own backend">
      <div className="endpoint-head wrap gap-8 row rigid">
        <h2>Your backend's endpoint</h2>
        <Segments label="Language" segments={languages} value={language} onChange={setLanguage} />
        <Button size="small" icon={Copy} onPress={() => copyText(backend, 'the endpoint')}>
          Copy
        </Button>
      </div>
      <p className="endpoint-about">
        One POST endpoint, on any path. The endpoint calls the service with the key, which never leaves your server. The
        code reads the key from <code className="mono">$FERRY_API_KEY</code>.
      </p>
      <CodeBox label="Endpoint code">{backend}</CodeBox>
      <div className="endpoint-head wrap gap-8 row rigid">
        <h2>Your page</h2>
        <Button size="small" icon={Copy} onPress={() => copyText(page, 'the page')}>
          Copy
        </Button>
      </div>
      <CodeBox label="Page code">{page}</CodeBox>
    </section>
  );
};

const purposes: Record<TokenRecord['purpose'], string> = {
  create: 'Created manually',
  lab: 'Modal lab',
};

interface TokenStyle {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly tone: 'tone-good' | 'faint' | 'text-accent' | 'text-partial';
}

const styleOf = ({ state, usedAfterMs, purpose }: StampedToken, isOver: boolean): TokenStyle => {
  if (state === 'exchanged') {
    return { icon: CircleCheck, text: `Exchanged after ${durationText(usedAfterMs ?? 0)}`, tone: 'tone-good' };
  }
  if (state === 'unanswered') {
    return { icon: CircleAlert, text: isOver ? 'No response; token expired' : 'No response', tone: 'text-partial' };
  }
  if (!isOver) return { icon: CircleDashed, text: 'Created', tone: 'text-accent' };
  // The user exchanges a manually created token elsewhere, so the console can't observe it.
  return { icon: TimerOff, text: purpose === 'create' ? 'Expired, or used elsewhere' : 'Expired', tone: 'faint' };
};

const HistoryRow = ({ record }: { readonly record: StampedToken }) => {
  const canExpire = record.state !== 'exchanged' && record.ageMs < linkTokenLifetimeMs;
  const isOver = useAge(record.began, canExpire) >= linkTokenLifetimeMs;
  const { icon: Icon, text, tone } = styleOf(record, isOver);
  return (
    <li className="token-row">
      <Icon size={16} className={tone} aria-hidden="true" />
      <span className="token-what">{text}</span>
      <span className="hint">{purposes[record.purpose]}</span>
      <time className="faint text-right text-small number" dateTime={record.mintedAt}>
        {clockText(new Date(record.mintedAt))}
      </time>
    </li>
  );
};

const TokenHistoryList = () => {
  const profileId = useConsoleState()?.profile.id;
  const records = useTokenRecords()?.filter((record) => record.profileId === profileId);
  return (
    <section className="token-history" aria-labelledby="token-history-title">
      <h2 id="token-history-title">
        History <span className="token-scope">this profile, since the console started</span>
      </h2>
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
  <div className="two-panes fill">
    <section className="two-panes-side stack" aria-label="Create a link token">
      <MintCard />
      <TokenHistoryList />
      {/* Last, because it appears when the service has replied, and must not move what is below it. */}
      <HostedLinkCard />
    </section>
    <BackendEndpoint />
  </div>
);

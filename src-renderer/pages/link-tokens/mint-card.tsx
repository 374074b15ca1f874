import { readOnlyReason } from '../../components/read-only.tsx';
import { Copy, Eye, EyeOff, LockKeyhole, TicketPlus, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';
import { linkTokenLifetimeMs } from '#shared/token-lifetimes.ts';
import { Button, copyText, IconButton } from '#ui/controls/controls.tsx';
import { CountdownRing, useAge } from '#ui/values/countdown.tsx';
import { Banner } from '#ui/messages/messages.tsx';
import { durationText } from '#ui/values/times.tsx';
import { useConsole } from '../../api/console-api.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { stampToken, type StampedToken } from '../../api/link-tokens.ts';
import { useAction } from '../../api/use-action.ts';
import { useProductionConfirm } from '../../components/dialogs/production-confirm.tsx';
import { linkTokenRequest, useRequest } from '../../components/console-requests.ts';
import { ErrorBlock, errorReport } from '../../components/messages/error-block.tsx';

interface MintResult {
  readonly record: StampedToken;
  readonly linkToken: string;
}

interface MintedTokenProps extends MintResult {
  readonly onForget: () => void;
}

const MintedToken = ({ record, linkToken, onForget }: MintedTokenProps) => {
  const [revealed, setRevealed] = useState(false);
  const isOver = useAge(record.began, true) >= linkTokenLifetimeMs;
  useEffect(() => {
    if (isOver) onForget();
  }, [isOver, onForget]);
  return (
    <section className="minted outlined" aria-label="Link token">
      <CountdownRing label="Link token" began={record.began} lifetimeMs={linkTokenLifetimeMs} />
      <div className="grow">
        <p className="text-strong">Shown only once</p>
        <p className="note number">Created in {durationText(record.mintMs)}. Copy the token before it expires.</p>
        {revealed ? (
          <code className="minted-value mono">{linkToken}</code>
        ) : (
          <span className="minted-value hidden-value">
            <LockKeyhole size={12} aria-hidden="true" />
            Hidden
          </span>
        )}
      </div>
      <div className="row gap-6">
        <IconButton
          label={revealed ? 'Hide the token' : 'Reveal the token'}
          icon={revealed ? EyeOff : Eye}
          size="small"
          onPress={() => setRevealed(!revealed)}
        />
        <Button size="small" icon={Copy} onPress={() => copyText(linkToken, 'the link token')}>
          Copy
        </Button>
      </div>
    </section>
  );
};

const LostReply = ({ error, onAgain }: { readonly error: AppError; readonly onAgain: () => void }) => {
  const { title, text } = describeAppError(error);
  return (
    <Banner
      tone="warning"
      icon={TriangleAlert}
      title={`${title}.`}
      action={
        <>
          <Button size="small" onPress={onAgain}>
            Create another token
          </Button>
          <Button size="small" icon={Copy} onPress={() => copyText(errorReport(title, error), 'the details')}>
            Copy details
          </Button>
        </>
      }
    >
      {text}
    </Banner>
  );
};

export const MintCard = () => {
  const { api } = useConsole();
  const state = useConsoleState();
  const [mintResult, setMintResult] = useState<MintResult | null>(null);
  const { run, busy, error, forgetError } = useAction(async (signal) => {
    setMintResult(null);
    const { record, linkToken } = await api.linkTokens.mint({ confirmed: true }, { signal });
    setMintResult({ record: stampToken(record), linkToken });
  });
  const profile = state?.profile;
  const [ask, question] = useProductionConfirm(run, {
    title: 'Create a link token in production?',
    confirm: 'Create a link token',
    children: `This creates a real link token for ${profile?.name}.`,
  });
  const press = (): void => {
    forgetError();
    ask();
  };
  useRequest(linkTokenRequest, profile !== undefined && !busy, () => (state?.readOnly ? undefined : press()));
  const forget = useCallback(() => setMintResult(null), []);
  return (
    <div className="mint-card stack">
      <h2>A link token for one end user</h2>
      <p className="mint-about">
        The token works once, within {linkTokenLifetimeMs / 1000} s. The browser exchanges the token for an access
        token.
      </p>
      <Button
        variant="primary"
        icon={TicketPlus}
        disabledBecause={readOnlyReason(state) ?? (busy ? 'In progress' : null)}
        onPress={press}
      >
        {busy ? 'Creating a link token' : 'Create a link token'}
      </Button>
      {error?.code === 'reply_lost' ? <LostReply error={error} onAgain={press} /> : null}
      {error && error.code !== 'reply_lost' ? <ErrorBlock error={error} onRetry={press} /> : null}
      {mintResult ? <MintedToken key={mintResult.record.id} {...mintResult} onForget={forget} /> : null}
      {question}
    </div>
  );
};

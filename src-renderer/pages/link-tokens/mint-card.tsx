import { Copy, TicketPlus, TriangleAlert } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { AppError } from '#shared/app-error.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import { linkTokenLifetimeMs } from '#shared/token-lifetimes.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useConsoleState } from '../../api/console-state.ts';
import { useAction } from '../../api/use-action.ts';
import { Banner } from '#ui/messages/banner.tsx';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import { errorReport } from '../../components/messages/error-details.ts';
import { useAskedLinkToken } from '../../components/link-token-ask.ts';
import { ProductionConfirm } from '../../components/dialogs/production-confirm.tsx';
import { MintedToken } from './minted-token.tsx';
import { shown, type ShownToken } from '../../api/token-records.ts';

interface Minted {
  readonly record: ShownToken;
  readonly linkToken: string;
}

const MintProblem = ({ error, onAgain }: { readonly error: AppError; readonly onAgain: () => void }) => {
  const { title, text, retry } = describeAppError(error);
  const isLost = error.code === 'reply_lost';
  // The words of a lost reply end with the button's own.
  const words = isLost ? text.replace(' Make another.', '') : text;
  return (
    <Banner
      tone={isLost ? 'warning' : 'danger'}
      icon={TriangleAlert}
      title={`${title}.`}
      action={
        <>
          {retry ? (
            <Button size="small" onPress={onAgain}>
              {isLost ? 'Make another' : 'Retry'}
            </Button>
          ) : null}
          <Button size="small" icon={Copy} onPress={() => copyText(errorReport(title, error), 'the details')}>
            Copy details
          </Button>
        </>
      }
    >
      {words}
      {error.detail && error.code === 'invalid_request' ? ` ${error.detail}` : null}
    </Banner>
  );
};

/** The button that asks for one link token, and that token while it lives. On production it asks first. */
export const MintCard = () => {
  const { api } = useConsole();
  const state = useConsoleState();
  const [minted, setMinted] = useState<Minted | null>(null);
  const [asking, setAsking] = useState(false);
  const { run, busy, error, forgetError } = useAction(async (signal) => {
    setMinted(null);
    const { record, linkToken } = await api.linkTokens.mint({}, { signal });
    setMinted({ record: shown(record), linkToken });
  });
  const profile = state?.profile;
  const press = (): void => {
    forgetError();
    if (profile?.environment === 'production') setAsking(true);
    else void run();
  };
  useAskedLinkToken(profile !== undefined && !busy, () => (state?.readOnly ? undefined : press()));
  const forget = useCallback(() => setMinted(null), []);
  return (
    <div className="mint-card">
      <h2>A link token for one end user</h2>
      <p className="mint-about">
        It works once, within {linkTokenLifetimeMs / 1000} s. The browser exchanges it for an access token.
      </p>
      <Button
        variant="primary"
        icon={TicketPlus}
        disabledBecause={
          state?.readOnly ? 'Your administrators have switched off what creates data' : busy ? 'Under way' : null
        }
        onPress={press}
      >
        {busy ? 'Making a link token' : 'Make a link token'}
      </Button>
      {error ? <MintProblem error={error} onAgain={press} /> : null}
      {minted ? <MintedToken key={minted.record.id} {...minted} onForget={forget} /> : null}
      {asking && profile ? (
        <ProductionConfirm
          title="Make a link token on production?"
          confirm="Make a link token"
          onConfirm={() => {
            setAsking(false);
            void run();
          }}
          onClose={() => setAsking(false)}
        >
          This makes a real link token for {profile.name}.
        </ProductionConfirm>
      ) : null}
    </div>
  );
};

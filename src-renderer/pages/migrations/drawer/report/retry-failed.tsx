import { useState } from 'react';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { absoluteText, dateOf, useClock } from '#ui/values/times.tsx';
import { useConsole } from '../../../../api/console-api.ts';
import { useConsoleState } from '../../../../api/profiles.ts';
import { useAction } from '../../../../api/use-action.ts';
import { ProductionConfirm } from '../../../../components/dialogs/production-confirm.tsx';
import { ErrorLine } from '../../../../components/messages/error-line.tsx';
import { readOnlyReason } from '../../../../components/read-only.tsx';

/** Creates a link for the end user that retries the failed items, and copies the link. */
export const RetryFailed = ({ id }: { readonly id: string }) => {
  const { api } = useConsole();
  const state = useConsoleState();
  const now = useClock();
  const [link, setLink] = useState<ResultOf<Calls['reports']['retryLink']> | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { run, busy, error } = useAction(async (signal) => {
    setLink(null);
    const created = await api.reports.retryLink({ id, confirmed: true }, { signal });
    setLink(created);
    copyText(created.url, 'the link');
  });
  const isProduction = state?.profile.environment === 'production';
  const until = dateOf(link?.expires ?? null);
  return (
    <>
      <div className="report-failed">
        <Button
          size="small"
          disabledBecause={readOnlyReason(state) ?? (busy ? 'In progress' : null)}
          onPress={() => (isProduction ? setIsAsking(true) : void run())}
        >
          Retry failed items
        </Button>
      </div>
      <ErrorLine error={error} />
      {link && until ? (
        <output className="report-foot">
          Send the link to <bdi>{link.user_id}</bdi>, who must sign in again. The link works until{' '}
          {absoluteText(until, now)}.{' '}
          <button type="button" className="link-button" onClick={() => copyText(link.url, 'the link')}>
            Copy link
          </button>
        </output>
      ) : null}
      {isAsking ? (
        <ProductionConfirm
          title="Create a retry link in production?"
          confirm="Create link"
          onConfirm={() => void run()}
          onClose={() => setIsAsking(false)}
        >
          With this link, the end user starts a migration that copies the failed items again.
        </ProductionConfirm>
      ) : null}
    </>
  );
};

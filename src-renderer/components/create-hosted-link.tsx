import { useState } from 'react';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { absoluteText, dateOf, useClock } from '#ui/values/times.tsx';
import { useConsoleState } from '../api/profiles.ts';
import { useAction } from '../api/use-action.ts';
import { useProductionConfirm } from './dialogs/production-confirm.tsx';
import { ErrorLine } from './messages/error-line.tsx';
import { readOnlyReason } from './read-only.tsx';
import '#ui/table/data-table.css';
import './create-hosted-link.css';

type HostedLink = ResultOf<Calls['linkTokens']['hostedLink']>;

interface CreateHostedLinkProps {
  readonly label: string;
  readonly disabledBecause?: string | null;
  /** What the link does, for the question in production. */
  readonly effect: string;
  readonly create: (signal: AbortSignal) => Promise<HostedLink>;
}

/** Creates a link for an end user, and copies the link. */
export const CreateHostedLink = ({ label, disabledBecause = null, effect, create }: CreateHostedLinkProps) => {
  const state = useConsoleState();
  const now = useClock();
  const [link, setLink] = useState<HostedLink | null>(null);
  const { run, busy, error } = useAction(async (signal) => {
    setLink(null);
    const created = await create(signal);
    setLink(created);
    copyText(created.url, 'the link');
  });
  const words = { title: 'Create a link in production?', confirm: 'Create link', children: effect };
  const [press, question] = useProductionConfirm(run, words);
  const until = dateOf(link?.expires ?? null);
  return (
    <>
      <Button
        size="small"
        disabledBecause={readOnlyReason(state) ?? (busy ? 'In progress' : disabledBecause)}
        onPress={press}
      >
        {label}
      </Button>
      <ErrorLine error={error} hasDetail={error?.code !== 'reply_lost'} />
      <output className="created-link hint">
        {link && until ? (
          <>
            Send the link to <bdi>{link.user_id}</bdi>, who must sign in. The link works until{' '}
            {absoluteText(until, now)}.{' '}
            <button type="button" className="link-button" onClick={() => copyText(link.url, 'the link')}>
              Copy link
            </button>
          </>
        ) : null}
      </output>
      {question}
    </>
  );
};

import { Link } from '@tanstack/react-router';
import { CircleAlert, X } from 'lucide-react';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ListenerState } from '#shared/console-contract/listener-calls.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { Banner } from '#ui/messages/messages.tsx';
import { dateOf, fullText } from '#ui/values/time-text.ts';

/** Explains why the event feed stopped. Refusals have their own words; other errors use the general words. */
const problemWords = (problem: AppErrorCode): { readonly title: string; readonly text: string } => {
  if (problem === 'not_found') {
    return { title: 'This service has no webhooks.', text: 'This service has no event feed.' };
  }
  if (problem === 'forbidden')
    return { title: "This key can't read the feed.", text: 'Use a key with the read scope.' };
  const { title, text } = describeAppError({ code: problem, at: '' });
  return { title: `${title}.`, text };
};

export const Notices = ({ state, onCloseGap }: { readonly state: ListenerState; readonly onCloseGap: () => void }) => {
  const { feed, problem, gap } = state;
  const from = dateOf(gap?.from ?? null);
  const words = problem === null ? null : problemWords(problem);
  return (
    <>
      {(feed === 'refused' || feed === 'trouble') && words !== null ? (
        <Banner tone={feed === 'refused' ? 'danger' : 'warning'} icon={CircleAlert} title={words.title}>
          {words.text}
        </Banner>
      ) : null}
      {state.receiverNextAt !== null && state.counts.waiting > 0 ? (
        <Banner tone="warning" icon={CircleAlert} title={`No response from ${state.address ?? ''}.`}>
          Events are waiting. No events are lost.
        </Banner>
      ) : null}
      {gap === null ? null : (
        <Banner
          tone="warning"
          icon={CircleAlert}
          title="Events are missing."
          action={<IconButton label="Close" icon={X} size="small" variant="ghost" onPress={onCloseGap} />}
        >
          {from ? `Events between ${fullText(from)} and` : 'Events before'} {fullText(new Date(gap.until))} weren't read
          in time, and the service has deleted them. Later events were read. <Link to="/migrations">Migrations</Link>{' '}
          shows each migration's status. Replay stored endpoint deliveries under Deliveries.
        </Banner>
      )}
    </>
  );
};

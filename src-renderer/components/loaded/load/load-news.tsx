import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { useRetryAt } from '../../../api/retry-at.ts';
import { ListingBanner } from '../../listing/listing-banner.tsx';
import { loadAge } from './load-age.ts';
import { LoadStrip } from './load-strip.tsx';
import type { LoadActions } from './use-load-actions.ts';

interface LoadNewsProps {
  readonly state: LoadedState;
  readonly actions: LoadActions;
}

/** Above rows that could not be topped up: why they are old, since when, and the next try. */
const StaleRows = ({ state, actions }: LoadNewsProps) => {
  const { phase, problem, nextTryAt } = state;
  const ended = phase === 'failed' ? problem : null;
  const ownTryAt = useRetryAt(ended, Date.parse(ended?.at ?? ''), actions.topUp);
  if (!problem) return null;
  return (
    <ListingBanner
      error={problem}
      updatedAt={loadAge(state).rowsAt}
      nextTryAt={nextTryAt === null ? ownTryAt : Date.parse(nextTryAt)}
      reading={phase === 'loading'}
      onTry={phase === 'waiting' ? actions.resume : actions.topUp}
    />
  );
};

/** What a load has to say above its rows: how far it is, or why what came since is not among them. */
export const LoadNews = ({ state, actions }: LoadNewsProps) => {
  if (!state.isTopUp) return <LoadStrip state={state} actions={actions} />;
  return loadAge(state).isStale ? <StaleRows state={state} actions={actions} /> : null;
};

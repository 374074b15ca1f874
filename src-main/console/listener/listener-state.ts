import type { ListenerState } from '#shared/console-contract/listener-calls.ts';
import type { StoredListener } from '#shared/data-messages/listener-messages.ts';
import type { RunState } from './listener.ts';

export const off: RunState = { feed: 'off', problem: null, receiverNextAt: null };

const gapOf = ({ gapAt, gapFrom, gapUntil }: StoredListener): ListenerState['gap'] => {
  if (gapAt === null) return null;
  // Event times are from the service's clock, which may differ from this device's clock.
  const isConsistent = gapUntil !== null && gapUntil <= gapAt && (gapFrom === null || gapUntil >= gapFrom);
  return {
    from: gapFrom === null ? null : new Date(gapFrom).toISOString(),
    until: new Date(isConsistent ? gapUntil : gapAt).toISOString(),
  };
};

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export const stateOf = (
  profileId: string,
  stored: StoredListener | null,
  { counts, events }: Pick<ListenerState, 'counts' | 'events'>,
  run: RunState,
  since: number | null,
): ListenerState => ({
  ...run,
  receiverNextAt: isoOf(run.receiverNextAt),
  since: isoOf(since),
  profileId,
  isOn: stored?.isOn ?? false,
  isPaused: stored?.isPaused ?? false,
  address: stored?.address ?? null,
  secret: stored?.secret ?? null,
  gap: stored === null ? null : gapOf(stored),
  counts,
  events: [...events],
});

import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { CallEnd } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';

type ConnectionState = ConsoleState['connection'];

/** What the console knows about its service, found out by the calls it makes anyway. */
interface Connection {
  readonly current: () => ConnectionState;
  readonly starting: () => void;
  /** Another profile, or another key: nothing is known yet. */
  readonly reset: () => void;
  readonly onCallEnd: (end: CallEnd) => void;
}

const stateAfter = ({ outcome, answered }: CallEnd): ConnectionState['state'] | null => {
  if (outcome === 'cancelled') return null;
  if (outcome === 'unauthorized') return 'unauthorized';
  if (outcome === 'service_failed' || outcome === 'unreadable_reply') return 'failing';
  return answered ? 'connected' : 'offline';
};

export function createConnection(clock: Clock, onChange: () => void): Connection {
  const unknown: ConnectionState = { state: 'unknown', latencyMs: null, at: null };
  let state = unknown;
  const set = (next: ConnectionState['state'], latencyMs: number | null) => {
    const changed = next !== state.state || Math.round(latencyMs ?? 0) !== Math.round(state.latencyMs ?? 0);
    state = { state: next, latencyMs, at: clock.now().toISOString() };
    if (changed) onChange();
  };
  return {
    current: () => state,
    starting: () => set('starting', null),
    reset: () => {
      state = unknown;
    },
    onCallEnd: (end) => {
      const next = stateAfter(end);
      if (next) set(next, end.answered ? end.durationMs : null);
    },
  };
}

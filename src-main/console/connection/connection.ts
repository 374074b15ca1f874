import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { ApiClient, CallEnd } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import { throttle, createEmitter } from '../events/emitter.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

type ConnectionState = ConsoleState['connection'];

interface ConnectionSources {
  readonly clock: Clock;
  readonly sandbox: Pick<Sandbox, 'onChange'>;
  readonly profiles: Pick<Profiles, 'active' | 'onSwitch'>;
  readonly api: Pick<ApiClient, 'onCallEnd'>;
}

/** Minimum ms between latency updates. Nearly every call changes the latency, and each update repaints the page. */
const latencyUpdateMs = 1_000;

const stateAfter = ({ outcome, answered }: CallEnd): ConnectionState['state'] | null => {
  if (outcome === 'cancelled') return null;
  if (outcome === 'unauthorized') return 'unauthorized';
  if (outcome === 'service_failed' || outcome === 'unreadable_reply') return 'failing';
  return answered ? 'connected' : 'offline';
};

export function createConnection({ clock, sandbox, profiles, api }: ConnectionSources) {
  const unknown: ConnectionState = { state: 'unknown', latencyMs: null, at: null };
  const changes = createEmitter();
  const successes = createEmitter();
  let state = unknown;
  const reportLatency = throttle<null>(latencyUpdateMs, () => changes.emit());
  const set = (next: ConnectionState['state'], latencyMs: number | null) => {
    const previous = state;
    state = { state: next, latencyMs, at: clock.now().toISOString() };
    if (next !== previous.state) changes.emit();
    else if (Math.round(latencyMs ?? 0) !== Math.round(previous.latencyMs ?? 0)) reportLatency('latency', null);
  };
  profiles.onSwitch(() => {
    state = unknown;
  });
  sandbox.onChange((change) => {
    if (!profiles.active.profile().builtIn) return;
    if (change === 'starting') set('starting', null);
    if (change === 'stopped') set('offline', null);
  });
  api.onCallEnd((end) => {
    if (end.profileId !== profiles.active.profile().id) return;
    const isFine = end.outcome === 'ok';
    const next = stateAfter(end);
    // Doesn't report unchanged connections, because a load makes many calls per second.
    const isKnown = end.inBulk && isFine && state.state === 'connected';
    if (next && !isKnown) set(next, end.answered ? end.durationMs : null);
    if (isFine) successes.emit();
  });
  return {
    current: () => state,
    onChange: changes.listen,
    onSuccess: successes.listen,
    /** Call this when another part of the console gets a response from a profile's service. */
    onResponse: (profileId: string, durationMs: number) => {
      if (profileId === profiles.active.profile().id && state.state === 'offline') set('connected', durationMs);
    },
  };
}

export type Connection = ReturnType<typeof createConnection>;

import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { SandboxView } from '#shared/console-contract/sandbox-calls.ts';
import type { Access } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { ControlRequest, ServiceControl } from './service-control.ts';

interface SandboxTopicPorts {
  readonly clock: Clock;
  readonly control: ServiceControl;
  /** The access of the active profile, or why there is none. */
  readonly access: () => Promise<Outcome<Access>>;
  /** Told of a view that differs from the last one, so that each open page shows the same. */
  readonly onView: (view: SandboxView) => void;
  /** A migration was moved, or may have been. */
  readonly onMoved: (id: string) => void;
  /** The service has been filled anew: what is kept of its rows is of the past. */
  readonly onReset: () => Promise<void>;
}

/** A view without its times, which differ at every reading. */
const changeable = (view: SandboxView): string =>
  JSON.stringify(view.kind === 'none' ? view : { ...view, readAt: '', state: { ...view.state, now: '' } });

/** Calls that put everything but the data back. */
const normal: readonly ControlRequest[] = [
  { method: 'DELETE', path: 'faults' },
  { method: 'DELETE', path: 'scenario' },
  { method: 'DELETE', path: 'clock' },
];

export function createSandboxHandlers(ports: SandboxTopicPorts): ConsoleHandlers['sandbox'] {
  const { clock, control } = ports;
  let told = '';
  const read = async (access: Access, signal: AbortSignal): Promise<Outcome<SandboxView>> => {
    const found = await control.state(access, signal);
    if (!found.ok) return found;
    const { profileId } = access;
    const view: SandboxView =
      typeof found.value === 'string'
        ? { kind: 'none', profileId, reason: found.value }
        : { kind: 'control', profileId, state: found.value, readAt: clock.now().toISOString() };
    const changed = changeable(view);
    if (changed !== told) ports.onView(view);
    told = changed;
    return succeed(view);
  };
  /** Sends the requests one after the other and reads what holds then. */
  const change = async (signal: AbortSignal, ...requests: readonly ControlRequest[]): Promise<Outcome<SandboxView>> => {
    const access = await ports.access();
    if (!access.ok) return access;
    for (const request of requests) {
      const sent = await control.send(access.value, request, signal);
      if (sent.ok) continue;
      const isMissing = sent.error.code === 'not_found' && !request.path.startsWith('migrations/');
      return isMissing ? fail('control_unavailable', clock.now()) : sent;
    }
    return read(access.value, signal);
  };
  const post = (path: string, body?: unknown): ControlRequest => ({ method: 'POST', path, body });
  return {
    state: async (_args, { signal }) => {
      const access = await ports.access();
      return access.ok ? read(access.value, signal) : access;
    },
    advanceClock: ({ seconds }, { signal }) => change(signal, post('clock', { advance_seconds: seconds })),
    putClockBack: (_args, { signal }) => change(signal, { method: 'DELETE', path: 'clock' }),
    setScenario: (wanted, { signal }) => change(signal, post('scenario', wanted)),
    clearScenario: (_args, { signal }) => change(signal, { method: 'DELETE', path: 'scenario' }),
    addFault: ({ rule }, { signal }) => change(signal, post('faults', { rules: [rule] })),
    removeFault: async ({ id }, { signal }) => {
      const gone = await change(signal, { method: 'DELETE', path: `faults/${id}` });
      // Another window, or a restart of the service, has taken it away already: what is wanted holds.
      return !gone.ok && gone.error.code === 'control_unavailable' ? change(signal) : gone;
    },
    clearFaults: (_args, { signal }) => change(signal, { method: 'DELETE', path: 'faults' }),
    backToNormal: (_args, { signal }) => change(signal, ...normal),
    reset: async (wanted, { signal }) => {
      const done = await change(signal, post('reset', wanted));
      // A reset whose answer was lost may have happened: rows are dropped either way.
      await ports.onReset();
      return done;
    },
    moveMigration: async ({ id, status }, { signal }) => {
      const done = await change(signal, post(`migrations/${id}/status`, { status }));
      ports.onMoved(id);
      return done;
    },
    expireTokens: (_args, { signal }) => change(signal, post('tokens/expire')),
  };
}

import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';

interface Phase {
  readonly name: string;
  readonly tone: string;
  readonly from: number;
  /** null if the host's network stack doesn't report it. */
  readonly ms: number | null;
}

/** Phases of a request in order, in ms since it was queued. */
export const phasesOf = ({ queueMs, connectMs, firstByteMs, totalMs }: RequestDetail['timing']): readonly Phase[] => {
  const connect = connectMs ?? 0;
  const first = Math.max(connect, firstByteMs ?? totalMs);
  const isKept = connectMs === 0;
  const phases = [
    { name: 'Before it was sent', tone: 'queue', from: 0, ms: queueMs },
    { name: isKept ? 'Connecting (was open)' : 'Connecting', tone: 'connect', from: queueMs, ms: connectMs },
    { name: 'Waiting for the response', tone: 'wait', from: queueMs + connect, ms: first - connect },
    { name: 'Reading the response', tone: 'read', from: queueMs + first, ms: Math.max(0, totalMs - first) },
  ];
  // Without a first byte, there may have been no connection at all.
  return phases.filter(({ tone, ms }) => firstByteMs !== null || (tone === 'connect' ? ms !== null : tone !== 'read'));
};

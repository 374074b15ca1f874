import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';

export interface Phase {
  readonly name: string;
  readonly tone: string;
  readonly from: number;
  readonly ms: number;
}

/** The parts of a request in their order, in ms from the moment it was asked for. */
export const phasesOf = ({ queueMs, connectMs, firstByteMs, totalMs }: RequestDetail['timing']): readonly Phase[] => {
  const connect = connectMs ?? 0;
  const first = Math.max(connect, firstByteMs ?? totalMs);
  const phases = [
    { name: 'Before it was sent', tone: 'queue', from: 0, ms: queueMs },
    { name: 'Connecting', tone: 'connect', from: queueMs, ms: connect },
    { name: 'Waiting for the reply', tone: 'wait', from: queueMs + connect, ms: first - connect },
    { name: 'Reading the reply', tone: 'read', from: queueMs + first, ms: Math.max(0, totalMs - first) },
  ];
  return phases.filter(
    ({ tone }) => (tone !== 'connect' || connectMs !== null) && (tone !== 'read' || firstByteMs !== null),
  );
};

import type { CopyTroubleKind } from '../migration-engine/copy-state.ts';
import { ListTooLong, RateLimited, ServerUnavailable } from '../providers/copy-ports.ts';

/** Errors of the destination, which have the same classes as errors of the source. */
const destinationErrors = new WeakSet<object>();

/** Ms that calls of each side took since the copy started here. */
export interface SideTimes {
  readonly source: number;
  readonly destination: number;
}

export const observeSide = <Target extends object>(
  observed: Target,
  side: keyof SideTimes,
  times: Record<keyof SideTimes, number>,
): Target =>
  new Proxy(observed, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...input: unknown[]) => {
        const startedAt = performance.now();
        const result: unknown = Reflect.apply(member, target, input);
        if (!(result instanceof Promise)) return result;
        return result
          .catch((error: unknown) => {
            if (error instanceof Error && side === 'destination') destinationErrors.add(error);
            throw error;
          })
          .finally(() => {
            times[side] += performance.now() - startedAt;
          });
      };
    },
  });

/** Returns the cause of a copy's pause. An error that comes from neither server is the service's own. */
export const troubleOf = (error: unknown): CopyTroubleKind => {
  if (error instanceof ListTooLong) return 'too_much_data';
  if (!(error instanceof ServerUnavailable)) return 'service_interrupted';
  const side = destinationErrors.has(error) ? 'destination' : 'source';
  return error instanceof RateLimited ? `${side}_rate_limited` : `${side}_unavailable`;
};

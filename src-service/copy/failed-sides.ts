import type { CopyTroubleKind } from '../migration-engine/copy-state.ts';
import { ListTooLong, RateLimited, ServerUnavailable } from '../providers/copy-ports.ts';

/** Errors of the destination, which have the same classes as errors of the source. */
const destinationErrors = new WeakSet<object>();

export const withKnownErrors = <Target extends object>(destination: Target): Target =>
  new Proxy(destination, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...input: unknown[]) => {
        const result: unknown = Reflect.apply(member, target, input);
        if (!(result instanceof Promise)) return result;
        return result.catch((error: unknown) => {
          if (error instanceof Error) destinationErrors.add(error);
          throw error;
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

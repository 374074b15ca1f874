import type { Clock } from '../store/clock.ts';
import type { TestService } from './test-service.ts';

/** A clock that stands where it stood at first, and moves only as control moves an organization's: a model of seconds knows no other time. */
export const createStillClock = (serviceOf: () => TestService): Clock => {
  const start = Date.now();
  return {
    now: async (organization) =>
      start + (organization === undefined ? 0 : await serviceOf().store.clock.offset(organization)),
  };
};

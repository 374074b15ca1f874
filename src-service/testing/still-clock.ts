import type { Clock } from '../store/clock.ts';
import type { TestService } from './test-service.ts';

/** A clock that stands still unless control moves an organization's clock, because model tests count in whole steps. */
export const createStillClock = (serviceOf: () => TestService): Clock => {
  const start = Date.now();
  return {
    now: async (organization) =>
      start + (organization === undefined ? 0 : await serviceOf().store.clock.offset(organization)),
  };
};

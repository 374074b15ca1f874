import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';

/**
 * Identifies what a profile's work is bound to: ID, base URL, environment and key. Long-running work compares it and
 * stops on a change. The Sandbox keeps its identity although its port changes at each start.
 */
export const bindingOf = ({ id, builtIn, baseURL, environment, key }: ProfileView): string =>
  builtIn ? id : JSON.stringify([id, baseURL, environment, key?.storedAt ?? null, key?.lastFour ?? null]);

/** Whether work that was bound before may go on with what the profile is bound to now; else `service_changed`. */
export const checkBinding = (before: string, now: string, at: Date): Outcome<null> =>
  before === now ? succeed(null) : fail('service_changed', at);

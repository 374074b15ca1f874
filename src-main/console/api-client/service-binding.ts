import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';

/**
 * What work of a profile is bound to, as one text: the profile, its address, its environment and its key. Work that
 * goes on for a while takes it along, and runs against nothing else. The Sandbox moves to another port at each start,
 * and stays the same service.
 */
export const bindingOf = ({ id, builtIn, baseURL, environment, key }: ProfileView): string =>
  builtIn ? id : JSON.stringify([id, baseURL, environment, key?.storedAt ?? null, key?.lastFour ?? null]);

/** Whether work that was bound before may go on with what the profile is bound to now; else `service_changed`. */
export const checkBinding = (before: string, now: string, at: Date): Outcome<null> =>
  before === now ? succeed(null) : fail('service_changed', at);

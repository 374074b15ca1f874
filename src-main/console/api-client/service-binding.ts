import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';

/**
 * Identifies the service that a profile's work is bound to: ID, base URL, environment and key. Long-running work stops
 * when the binding changes. The Sandbox has a fixed binding because its port changes at each start.
 */
export const bindingOf = ({ id, builtIn, baseURL, environment, key }: ProfileView): string =>
  builtIn ? id : JSON.stringify([id, baseURL, environment, key?.storedAt ?? null, key?.lastFour ?? null]);

export const checkBinding = (before: string, now: string, at: Date): Outcome<null> =>
  before === now ? succeed(null) : fail('service_changed', at);

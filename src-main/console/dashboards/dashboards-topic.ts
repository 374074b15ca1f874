import { fail, succeed } from '#shared/app-error.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { KeyRing } from '../api-key/key-ring.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { neverAborted } from '../clock/abort-signals.ts';
import { readFeatures } from '../api-client/service-features.ts';
import { rotateHash } from '#shared/dashboard-api/rotate-hash.ts';

const maxLength = 1_500;

/** Returns null unless the dashboard has the service's origin, because another origin could collect passwords. */
export const readDashboard = (named: string | undefined, baseURL: string, lastFour: string | undefined) => {
  if (named === undefined || named.length > maxLength || !URL.canParse(named)) return null;
  const { origin, username, password, search, hash, href } = new URL(named);
  const isPlain = [username, password, search, hash].every((part) => part === '') && !href.includes('@');
  if (!isPlain || origin !== new URL(baseURL).origin) return null;
  return { url: href, rotateUrl: lastFour === undefined ? null : new URL(rotateHash(lastFour), href).href };
};

export function createDashboardsTopic({
  clock,
  profiles,
  api,
  keys,
}: BaseTopics & { readonly keys: Pick<KeyRing, 'view'> }) {
  /** URLs by profile ID. */
  const foundAddresses = new Map<string, readonly string[]>();
  return {
    links: () => [...foundAddresses.values()].flat(),
    handlers: {
      find: async ({ profileId }, { signal }) => {
        const profile = profiles.list.find(profileId);
        if (!profile.ok) return profile;
        const { baseURL } = profile.value;
        if (baseURL === null) return succeed({ dashboard: null });
        // Passes an empty key, so that the keychain isn't read for this request, which needs no key.
        const access = await profiles.accessOf(profile.value, { ended: neverAborted, candidate: '' });
        if (!access.ok) return access;
        const features = await readFeatures(api, access.value, signal, { maxTries: 1 });
        if (signal.aborted) return fail('cancelled', clock.now());
        const lastFour = keys.view({ id: profileId, baseURL })?.lastFour;
        const dashboard = features.ok ? readDashboard(features.value.dashboard_url, baseURL, lastFour) : null;
        foundAddresses.set(profileId, dashboard === null ? [] : [dashboard.url, dashboard.rotateUrl ?? dashboard.url]);
        return succeed({ dashboard });
      },
    } satisfies ConsoleHandlers['dashboards'],
  };
}

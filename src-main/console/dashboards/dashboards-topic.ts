import { fail, succeed } from '#shared/app-error.ts';
import type { KeyRing } from '../api-key/key-ring.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { createEventClient } from '../feed/event-client.ts';
import type { Network } from '../network/network-topic.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import { readDashboard } from './dashboard-address.ts';

interface DashboardsTopic {
  readonly handlers: ConsoleHandlers['dashboards'];
  readonly links: () => readonly string[];
}

interface DashboardsTopicPorts {
  readonly ports: Pick<ConsolePorts, 'clock' | 'version' | 'redactor'>;
  readonly network: Pick<Network, 'transport'>;
  readonly profiles: Pick<Profiles, 'keyOwners'>;
  readonly keys: Pick<KeyRing, 'view'>;
}

export function createDashboardsTopic({ ports, network, profiles, keys }: DashboardsTopicPorts): DashboardsTopic {
  const client = createEventClient({ ...ports, transport: network.transport, border: ports.redactor });
  const { keyOwners } = profiles;
  /** Dashboard URLs by profile. A changed base URL replaces the earlier dashboard. */
  const found = new Map<string, readonly string[]>();
  return {
    links: () => [...found.values()].flat(),
    handlers: {
      find: async ({ profileId }, { signal }) => {
        const owner = keyOwners.find(profileId);
        if (!owner.ok) return owner;
        const { baseURL } = owner.value;
        if (baseURL === null) return succeed({ dashboard: null });
        // This request needs no key, so the keychain isn't read.
        const access = await keyOwners.accessWithKey(profileId, '');
        if (!access.ok) return access;
        const features = await client.features(access.value, signal);
        if (signal.aborted) return fail('cancelled', ports.clock.now());
        const lastFour = keys.view({ id: profileId, baseURL })?.lastFour;
        // After any error, the dashboard counts as missing.
        const dashboard = features.ok ? readDashboard(features.value.dashboard_url, baseURL, lastFour) : null;
        found.set(profileId, dashboard === null ? [] : [dashboard.url, dashboard.rotateUrl ?? dashboard.url]);
        return succeed({ dashboard });
      },
    },
  };
}

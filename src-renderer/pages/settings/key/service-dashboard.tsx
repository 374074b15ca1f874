import { useQuery } from '@tanstack/react-query';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { OutsideAddress } from '../outside-address.tsx';

/** Where the keys of a service are made and rotated; nothing where the service names no dashboard of its own. */
export const ServiceDashboard = ({ profile }: { readonly profile: ProfileView }) => {
  const { api } = useConsole();
  const { id, baseURL, key } = profile;
  const { data } = useQuery({
    queryKey: ['console', 'dashboard', id, baseURL, key?.lastFour ?? null],
    queryFn: ({ signal }) => api.dashboards.find({ profileId: id }, { signal }),
    retry: false,
  });
  const dashboard = data?.dashboard;
  if (!dashboard) return null;
  const isDue = key !== null && key.age !== 'fresh' && dashboard.rotateUrl !== null;
  return (
    <p className="key-dashboard">
      <span>{isDue ? 'The dashboard of this service makes the next key:' : 'Keys are made and revoked in'}</span>
      <OutsideAddress
        address={(isDue && dashboard.rotateUrl) || dashboard.url}
        words={isDue ? 'Rotate this key' : 'the dashboard of this service'}
        copyLabel={isDue ? 'Copy the address that rotates this key' : 'Copy the address of the dashboard'}
      />
    </p>
  );
};

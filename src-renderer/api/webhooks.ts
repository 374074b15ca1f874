import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { appErrorOf } from './console-api.ts';
import { activeProfile } from './profiles.ts';

export const webhooksKey = (profileId: string | undefined, ...rest: readonly unknown[]): QueryKey => [
  'webhooks',
  profileId ?? '',
  ...rest,
];

export const lacksWebhooks = (client: QueryClient): boolean => {
  const error = client.getQueryState(webhooksKey(activeProfile(client), 'endpoints'))?.error;
  return error ? appErrorOf(error).code === 'not_found' : false;
};

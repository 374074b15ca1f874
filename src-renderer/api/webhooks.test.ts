import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { appErrorCodes } from '#shared/app-error-codes.ts';
import { ConsoleCallError } from './console-api.ts';
import { stateKey } from './profiles.ts';
import { lacksWebhooks, webhooksKey } from './webhooks.ts';

test('a service lacks webhooks only if its response says so', { tags: '@W13' }, async () => {
  for (const code of appErrorCodes) {
    const client = new QueryClient();
    client.setQueryData(stateKey, { profile: { id: 'mine' } });
    const read = (profileId: string, queryFn: () => Promise<unknown>) =>
      client.prefetchQuery({ queryKey: webhooksKey(profileId, 'endpoints'), queryFn });
    const refuse = () => Promise.reject(new ConsoleCallError({ code, at: '' }));
    expect(lacksWebhooks(client)).toBe(false);
    await read('other', refuse);
    expect(lacksWebhooks(client), code).toBe(false);
    await read('mine', refuse);
    expect(lacksWebhooks(client), code).toBe(code === 'not_found');
    await read('mine', () => Promise.resolve({ results: [] }));
    expect(lacksWebhooks(client), code).toBe(false);
  }
});

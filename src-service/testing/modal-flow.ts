import type { BoundSession } from '#shared/migration-api/modal.ts';
import type { TestService } from './test-service.ts';

/** Creates a link token and exchanges it, as a customer's backend and page do. */
export const getAccessToken = async ({ send }: TestService, bound: BoundSession = {}): Promise<string> => {
  const createResult = await send({ method: 'POST', url: '/api/v1/link-token', body: bound });
  const linkToken: string = createResult.body['link_token'] ?? '';
  const exchangeResult = await send({
    method: 'POST',
    url: '/api/v1/access-token',
    bearer: linkToken,
    body: { link_token: linkToken },
  });
  return exchangeResult.body['access_token'] ?? '';
};

interface OpenModal {
  readonly accessToken: string;
  /** Path of the modal's page. */
  readonly path: string;
}

export const openModal = async (
  service: TestService,
  userId: string,
  more: { sourceProviders?: string[]; origin?: string; bound?: BoundSession } = {},
): Promise<OpenModal> => {
  const accessToken = await getAccessToken(service, more.bound);
  const openedReply = await service.send({
    method: 'POST',
    url: '/api/v1/migration-modal',
    bearer: accessToken,
    body: { user_id: userId, ...(more.sourceProviders && { source_providers: more.sourceProviders }) },
    headers: more.origin === undefined ? {} : { origin: more.origin },
  });
  return { accessToken, path: new URL(openedReply.body['url'] ?? '').pathname };
};

/** Chooses a provider, signs in and starts the copy. */
export const beginCopy = async ({ send }: TestService, path: string, userName: string): Promise<void> => {
  const post = (call: string, body: unknown) => send({ method: 'POST', url: `${path}/${call}`, bearer: null, body });
  await post('provider', { provider: 'Ledgerline' });
  await post('login', { user_name: userName, password: 'secret' });
  await post('begin', {});
};

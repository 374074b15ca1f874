import { setTimeout as delay } from 'node:timers/promises';
import { ConnectionCut, ServerUnavailable } from '../copy-ports.ts';
import type { DavClient } from './dav-client.ts';
import { folderOf } from './dav-paths.ts';
import type { DavInit, DavResponse } from './guarded-request.ts';

const pauseMs = 200;
const maxTries = 3;

/**
 * Reads or writes one item, with retries. If the last try fails, the item counts as the cause only if the server still
 * responds for the item's collection.
 * @param hasArrived checks whether the item was stored although no response arrived
 */
export const requestItem = async (
  client: DavClient,
  path: string,
  init: DavInit,
  hasArrived?: () => Promise<boolean>,
  triesLeft = maxTries,
): Promise<DavResponse | 'cut' | 'arrived'> => {
  const { signal } = init;
  const outcome = await client.request(path, init).catch((error: unknown) => {
    if (error instanceof ConnectionCut) return error;
    throw error;
  });
  const isResponse = !(outcome instanceof ConnectionCut);
  if (isResponse && (outcome.status < 500 || outcome.status === 507)) return outcome;
  // The server may store the item shortly after it closed the connection.
  await delay(pauseMs, undefined, { signal });
  if (!isResponse && (await hasArrived?.())) return 'arrived';
  if (triesLeft > 1) return requestItem(client, path, init, hasArrived, triesLeft - 1);
  if (await client.isCollection(folderOf(path), signal)) return isResponse ? outcome : 'cut';
  throw isResponse ? new ServerUnavailable(`The server responded with status ${outcome.status}.`) : outcome;
};

export const bytesOf = ({ body }: DavResponse): Buffer => Buffer.concat(body);

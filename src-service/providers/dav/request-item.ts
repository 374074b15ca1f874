import type { DavClient } from './dav-client.ts';
import { folderOf } from './dav-paths.ts';
import type { DavInit, DavResponse } from './guarded-request.ts';
import { persistently } from './persistent-request.ts';

/** Reads or writes one item. If the request fails but the item's collection responds, the server isn't down. */
export const requestItem = (
  client: DavClient,
  path: string,
  init: DavInit,
  hasArrived?: () => Promise<boolean>,
): Promise<DavResponse | 'cut' | 'arrived'> =>
  persistently({
    send: () => client.request(path, init),
    answers: () => client.isCollection(folderOf(path), init.signal),
    hasArrived,
    signal: init.signal,
  });

export const bytesOf = ({ body }: DavResponse): Buffer => Buffer.concat(body);

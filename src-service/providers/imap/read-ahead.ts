import type { FetchMessageObject } from 'imapflow';
import type { ImapClient } from './imap-client.ts';
import { type Folder, messageQuery } from './read-messages.ts';

/** Messages per request. Each keeps up to 256 KiB in memory. */
const groupSize = 16;

/** Reads a message and those listed after it together. Otherwise each message would cost a round trip. */
export const createReadAhead = (client: ImapClient, folder: Folder, uids: readonly number[]) => {
  const waiting = new Map<number, Promise<FetchMessageObject | undefined>>();
  let position = 0;
  const fetchGroup = async (group: readonly number[], signal: AbortSignal) => {
    const found = await client.use({ folder, signal }, (imap) =>
      imap.fetchAll(group.join(','), messageQuery, { uid: true }),
    );
    return new Map(found.flatMap((one) => (one.source === undefined ? [] : [[one.uid, one] as const])));
  };
  return {
    /** Returns a message once. Undefined if it isn't listed, or its group couldn't be read: then read it alone. */
    take: async (
      { path, uidValidity }: Folder,
      uid: number,
      signal: AbortSignal,
    ): Promise<FetchMessageObject | undefined> => {
      if (path !== folder.path || uidValidity !== folder.uidValidity) return undefined;
      if (!waiting.has(uid)) {
        const start = uids.indexOf(uid, position);
        if (start === -1) return undefined;
        position = start + groupSize;
        const group = uids.slice(start, position);
        const fetched = fetchGroup(group, signal).catch(() => new Map<number, FetchMessageObject>());
        waiting.clear();
        for (const one of group)
          waiting.set(
            one,
            fetched.then((found) => found.get(one)),
          );
      }
      const message = waiting.get(uid);
      waiting.delete(uid);
      return message;
    },
  };
};

import type { FetchMessageObject } from 'imapflow';
import { ConnectionCut } from '../copy-ports.ts';
import type { ImapClient } from './imap-client.ts';
import { CommandRefused } from './imap-faults.ts';
import { fetchMessages, type Folder } from './read-messages.ts';

/** Messages per request. Each keeps up to 256 KiB in memory. */
const maxGroupSize = 16;

/** Reads a message and those listed after it together. Otherwise each message would cost a round trip. */
export const createReadAhead = (client: ImapClient, folder: Folder, uids: readonly number[]) => {
  const groupByUid = new Map<number, ReturnType<typeof fetchMessages>>();
  let position = 0;
  let groupSize = maxGroupSize;
  const startGroup = (start: number, signal: AbortSignal): void => {
    // At most twice the number taken from the last group, because a resumed copy may need few of the listed messages.
    groupSize = Math.min(maxGroupSize, 2 * (groupSize - groupByUid.size));
    position = start + groupSize;
    const groupUids = uids.slice(start, position);
    groupByUid.clear();
    const group: ReturnType<typeof fetchMessages> = fetchMessages(client, folder, groupUids, signal).catch(
      (error: unknown) => {
        // A later group may have replaced this one.
        for (const uid of groupUids) if (groupByUid.get(uid) === group) groupByUid.delete(uid);
        // One message may be the cause of these errors. Others affect the whole copy.
        if (error instanceof CommandRefused || error instanceof ConnectionCut) return new Map<number, never>();
        throw error;
      },
    );
    for (const uid of groupUids) groupByUid.set(uid, group);
  };
  /** Returns a message once. Undefined if it isn't listed, or its group couldn't be read: then read it alone. */
  return async (own: Folder, uid: number, signal: AbortSignal): Promise<FetchMessageObject | undefined> => {
    if (own.path !== folder.path || own.uidValidity !== folder.uidValidity) return undefined;
    if (!groupByUid.has(uid)) {
      const start = uids.indexOf(uid, position);
      if (start === -1) return undefined;
      startGroup(start, signal);
    }
    const group = groupByUid.get(uid);
    groupByUid.delete(uid);
    const found = await group;
    const message = found?.get(uid);
    found?.delete(uid);
    return message;
  };
};

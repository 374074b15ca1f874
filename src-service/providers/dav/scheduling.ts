import type { Scheduling } from '../copy-ports.ts';
import type { DavClient } from './dav-client.ts';

/**
 * Headers of each write of a calendar item. Cyrus sends no invitations with the first, and no replies to organizers
 * with the second. Other servers ignore both.
 */
export const noInvitationHeaders = { 'scheduling-enabled': 'F', 'schedule-reply': 'F' };

/**
 * How to prevent a collection's invitations (RFC 6638). A scheduling server must not send them if the meeting has
 * SCHEDULE-AGENT=CLIENT. DAViCal ignores that for replies, and sends them to organizers who have the meeting.
 */
export const schedulingOf = async (
  client: DavClient,
  room: string,
  signal: AbortSignal,
): Promise<Scheduling | undefined> => {
  const { headers } = await client.request(room, { method: 'OPTIONS', signal });
  if (!/\bcalendar-auto-schedule\b/.test(String(headers['dav'] ?? ''))) return undefined;
  const isCyrus = /\bCyrus-HTTP\b/.test(String(headers['server'] ?? ''));
  const isDavical = headers['x-davical-version'] !== undefined;
  const addresses = isDavical ? await client.userAddresses(signal) : [];
  return { byAgent: !isCyrus, repliesFor: addresses.map((address) => address.toLowerCase()) };
};

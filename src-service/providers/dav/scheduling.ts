import type { Scheduling } from '../copy-ports.ts';
import type { DavClient } from './dav-client.ts';

/**
 * Sent with each write of a calendar item. Cyrus sends no invitation for a write with the first, and no reply to an organizer
 * for one with the second; other servers ignore both.
 */
export const noInvitationHeaders = { 'scheduling-enabled': 'F', 'schedule-reply': 'F' };

/**
 * How to prevent a collection's invitations (RFC 6638). A scheduling server must leave it to the client if a meeting
 * says so. DAViCal ignores that for replies and answers organizers who have the meeting.
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

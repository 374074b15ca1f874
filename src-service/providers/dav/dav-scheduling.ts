import { type Scheduling, ServerUnavailable } from '../copy-ports.ts';
import { propfindBody } from './dav-bodies.ts';
import type { DavClient } from './dav-client.ts';
import { bytesOf } from './request-item.ts';

/** Namespace of SOGo's own reports. It identifies SOGo even if a proxy changes the path and the `Server` header. */
const sogoReports = 'urn:inverse:params:xml:ns:inverse-dav';

const isSogo = async (client: DavClient, collectionPath: string, signal: AbortSignal): Promise<boolean> => {
  const body = propfindBody(['d:supported-report-set']);
  const init = { method: 'PROPFIND', headers: { depth: '0' }, body, signal };
  const response = await client.request(collectionPath, init);
  if (response.status !== 207) throw new ServerUnavailable("The destination didn't return a collection's properties.");
  return bytesOf(response).includes(sogoReports);
};

/** Drops scheme and case of an address: SOGo ignores the scheme, and no server depends on the case. */
const comparableAddress = (address: string): string => address.slice(address.indexOf(':') + 1).toLowerCase();

interface Behavior {
  /** Sends invitations to the owner's meetings: SOGo into the attendees' calendars, Xandikos into their inboxes. */
  readonly invites: boolean;
  /** Replies to a meeting of another organizer at the first write, not only at a change. */
  readonly repliesAtOnce: boolean;
  /** Also sends invitations if only SENT-BY is one of the account's addresses. */
  readonly invitesForSender: boolean;
}

const ruleFor = (
  addresses: readonly string[],
  { invites, repliesAtOnce, invitesForSender }: Behavior,
): Scheduling['sendsAnyway'] => {
  const ownAddresses = new Set(addresses.map(comparableAddress));
  const isOwn = (address: string): boolean => ownAddresses.has(comparableAddress(address));
  return ({ organizers, senders, attendees }, isUpdate) => {
    const isOrganizer = organizers.some(isOwn);
    const isSender = isOrganizer || (invitesForSender && senders.some(isOwn));
    if (invites && isSender && !attendees.every(isOwn)) return true;
    return !isOrganizer && (repliesAtOnce || isUpdate) && attendees.some(isOwn);
  };
};

/**
 * Returns how to prevent a collection's invitations, usually by SCHEDULE-AGENT=CLIENT (RFC 6638). DAViCal, SOGo and
 * Xandikos ignore that for some meetings of the calendar's owner, SOGo also for those of the signed-in user, who may be
 * an administrator.
 */
export const schedulingOf = async (
  client: DavClient,
  collectionPath: string,
  signal: AbortSignal,
): Promise<Scheduling | undefined> => {
  const { status, headers } = await client.request(collectionPath, { method: 'OPTIONS', signal });
  if (status >= 500) throw new ServerUnavailable(`The destination responded to OPTIONS with status ${status}.`);
  // A proxy that answers OPTIONS itself sends no DAV header.
  const isUnknown = headers['dav'] === undefined;
  const features = String(headers['dav'] ?? '')
    .split(',')
    .map((feature) => feature.trim());
  if (!isUnknown && !features.includes('calendar-auto-schedule')) return undefined;
  if (/\bCyrus-HTTP\b/.test(String(headers['server'] ?? ''))) return { byAgent: false, sendsAnyway: () => false };
  const isDavical = headers['x-davical-version'] !== undefined;
  // RFC 4791 requires access control, so a server without it, such as Xandikos, may lack other required parts.
  const isPartial = !features.includes('access-control');
  const isTrusted = !isDavical && !isPartial && !(await isSogo(client, collectionPath, signal));
  if (isTrusted) return { byAgent: true, sendsAnyway: () => false };
  const { owner, user } = await client.userAddresses(collectionPath, signal);
  const ownAddresses = isDavical ? owner : [...owner, ...user];
  const isXandikos = isPartial && !isUnknown;
  // Xandikos sends nothing for an account without addresses. Other servers may know addresses that they don't report.
  if (ownAddresses.length === 0 && !isXandikos)
    return { byAgent: true, sendsAnyway: ({ attendees }) => attendees.length > 0 };
  return {
    byAgent: true,
    sendsAnyway: ruleFor(ownAddresses, {
      invites: !isDavical,
      repliesAtOnce: isDavical || isUnknown,
      invitesForSender: !isDavical && !isXandikos,
    }),
  };
};

import type { ImapFlow, ListResponse } from 'imapflow';
import { collectionName, type FolderPlace, type SourceCollection } from '../copy-ports.ts';

/** Folders of this use exist once per account. Other uses, such as `\All`, are views of other folders. */
const ownUses = new Set(['\\Sent', '\\Drafts', '\\Junk', '\\Archive', '\\Trash']);

const isInbox = (name: string | undefined): boolean => name?.toUpperCase() === 'INBOX';

export const isOwnFolder = ({ namespaces }: ImapFlow, { path, flags }: ListResponse): boolean =>
  ![namespaces?.other, namespaces?.shared].some(
    (foreign) => foreign && foreign.some(({ prefix }) => prefix !== '' && path.startsWith(prefix)),
  ) && ![...flags].some((flag) => ['\\noselect', '\\nonexistent'].includes(flag.toLowerCase()));

const placeOfFolder = ({ path, delimiter, specialUse, subscribed }: ListResponse, prefix: string): FolderPlace => {
  const ownPath = path.startsWith(prefix) && path.length > prefix.length ? path.slice(prefix.length) : path;
  const parts = delimiter === '' ? [ownPath] : ownPath.split(delimiter);
  const use = specialUse !== undefined && ownUses.has(specialUse) ? specialUse : null;
  return { parts: isInbox(parts[0]) ? ['INBOX', ...parts.slice(1)] : parts, use, isSubscribed: subscribed };
};

export const toCollection = (client: ImapFlow, found: ListResponse): SourceCollection => {
  const folder = placeOfFolder(found, client.namespace?.prefix ?? '');
  return {
    id: found.path,
    kind: 'messages',
    name: collectionName(folder.parts.join('/')) ?? '/',
    count: found.status?.messages ?? null,
    folder,
  };
};

/** Returns the path of a folder at the destination: its folder of the same use, or else the same names. */
export const targetPath = (client: ImapFlow, { parts, use }: FolderPlace, folders: readonly ListResponse[]): string => {
  if (parts.length === 1 && isInbox(parts[0])) return 'INBOX';
  const sameUse = use === null ? undefined : folders.find(({ specialUse }) => specialUse === use);
  if (sameUse !== undefined) return sameUse.path;
  const prefix = client.namespace?.prefix ?? '';
  const delimiter = client.namespace?.delimiter ?? '';
  const ownParts = use === null ? parts : parts.slice(-1);
  // A name that contains the destination's delimiter would become two folders.
  const names = ownParts.map((part) => (delimiter === '' ? part : part.replaceAll(delimiter, '_')));
  return `${isInbox(ownParts[0]) ? '' : prefix}${names.join(delimiter || '_')}`;
};

import { SaxesParser, type SaxesTagNS } from 'saxes';

export interface DavResource {
  href: string;
  /** 200 if the response has statuses only for the resource's properties. */
  status: number;
  /** Local names of resource types: `collection`, `addressbook`, `calendar`. */
  types?: string[];
  displayName?: string;
  tag?: string;
  principal?: string;
  owner?: string;
  contactsHome?: string;
  eventsHome?: string;
  addresses?: string[];
  content?: string;
}

export interface DavXml {
  readonly isMultistatus: boolean;
  readonly resources: readonly DavResource[];
  /** Local names of failed pre- and postconditions, such as `no-uid-conflict`. */
  readonly conditions: readonly string[];
  readonly description: string;
}

const maxElements = 600_000;
const maxDepth = 64;
const maxNames = 1_000;
const maxTextCharacters = 4_000;
const maxTypes = 20;

const dav = 'DAV:';
const carddav = 'urn:ietf:params:xml:ns:carddav';
const caldav = 'urn:ietf:params:xml:ns:caldav';
const sabre = 'http://sabredav.org/ns';

const meanings = {
  [`${dav} multistatus`]: 'multistatus',
  [`${dav} response`]: 'response',
  [`${dav} propstat`]: 'propstat',
  [`${dav} status`]: 'status',
  [`${dav} href`]: 'href',
  [`${dav} error`]: 'error',
  [`${dav} responsedescription`]: 'description',
  [`${sabre} message`]: 'description',
  [`${dav} resourcetype`]: 'types',
  [`${dav} displayname`]: 'displayName',
  [`${dav} getetag`]: 'tag',
  [`${dav} current-user-principal`]: 'principal',
  [`${dav} owner`]: 'owner',
  [`${carddav} addressbook-home-set`]: 'contactsHome',
  [`${caldav} calendar-home-set`]: 'eventsHome',
  [`${caldav} calendar-user-address-set`]: 'addresses',
  [`${carddav} address-data`]: 'content',
  [`${caldav} calendar-data`]: 'content',
} as const;
type ElementMeaning = (typeof meanings)[keyof typeof meanings];
const meaningByName: ReadonlyMap<string, ElementMeaning> = new Map(Object.entries(meanings));

const links = ['principal', 'owner', 'contactsHome', 'eventsHome'] as const;
const isLink = (meaning: ElementMeaning | undefined): meaning is (typeof links)[number] =>
  links.some((link) => link === meaning);

export class XmlTooLargeError extends Error {}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const statusIn = (line: string): number => Number(/^\s*HTTP\/\d(?:\.\d)? (\d{3})/.exec(line)?.[1] ?? 0);

const createCollector = () => {
  const path: (ElementMeaning | undefined)[] = [];
  const names = new Set<string>();
  const resources: DavResource[] = [];
  const conditions: string[] = [];
  let elements = 0;
  let isMultistatus = false;
  let description = '';
  let text: string | undefined;
  let resource: DavResource = { href: '', status: 200 };
  let properties: Partial<DavResource> = {};
  let propertiesStatus = 200;

  const open = ({ uri, local }: SaxesTagNS): void => {
    const key = `${uri} ${local}`;
    names.add(key);
    elements += 1;
    if (elements > maxElements || path.length >= maxDepth || names.size > maxNames) throw new XmlTooLargeError();
    const parent = path.at(-1);
    if (parent === 'types') {
      properties.types ??= [];
      if (properties.types.length < maxTypes) properties.types.push(local);
    }
    const meaning = meaningByName.get(key);
    const isCondition = parent === 'error' && meaning === undefined && uri !== sabre;
    if (isCondition && conditions.length < maxTypes) conditions.push(local);
    if (path.length === 0) isMultistatus = meaning === 'multistatus';
    if (meaning === 'response') resource = { href: '', status: 200 };
    if (meaning === 'propstat') [properties, propertiesStatus] = [{}, 200];
    if (meaning === 'types') properties.types ??= [];
    text = '';
    path.push(meaning);
  };

  const read = (part: string): void => {
    const limit = path.at(-1) === 'content' ? Infinity : maxTextCharacters;
    if (text !== undefined && text.length < limit) text += part.length > limit ? part.slice(0, limit) : part;
  };

  const close = (): void => {
    const meaning = path.pop();
    const parent = path.at(-1);
    const value = text ?? '';
    text = undefined;
    if (meaning === 'content' || meaning === 'displayName') properties[meaning] = value;
    else if (meaning === 'tag') properties.tag = value.trim();
    else if (meaning === 'href' && parent === 'response') resource.href ||= value.trim();
    else if (meaning === 'href' && isLink(parent)) properties[parent] ??= value.trim();
    else if (meaning === 'href' && parent === 'addresses') {
      properties.addresses ??= [];
      if (properties.addresses.length < maxTypes) properties.addresses.push(value.trim());
    } else if (meaning === 'status' && parent === 'response') resource.status = statusIn(value);
    else if (meaning === 'status' && parent === 'propstat') propertiesStatus = statusIn(value);
    else if (meaning === 'propstat' && isSuccess(propertiesStatus)) Object.assign(resource, properties);
    else if (meaning === 'response') resources.push(resource);
    else if (meaning === 'description') description ||= value.trim();
  };

  const isWhole = (): boolean => isMultistatus && path.length === 0;
  return { open, read, close, isWhole, resources, conditions, description: () => description };
};

/** Parses XML as a stream, without a tree. Throws XmlTooLargeError if there are too many elements, levels or names. */
export const readDavXml = (parts: readonly Uint8Array[]): DavXml => {
  const collector = createCollector();
  const parser = new SaxesParser({ xmlns: true });
  let isBroken = false;
  parser.on('opentag', collector.open);
  parser.on('text', collector.read);
  parser.on('cdata', collector.read);
  parser.on('closetag', collector.close);
  // Ignores control characters, which servers copy from items into XML although XML forbids them.
  parser.on('error', ({ message }) => {
    isBroken ||= !message.includes('disallowed character');
  });
  const decoder = new TextDecoder();
  for (const part of parts) {
    parser.write(decoder.decode(part, { stream: true }));
    if (isBroken) break;
  }
  if (!isBroken) parser.write(decoder.decode()).close();
  const { resources, conditions } = collector;
  return {
    isMultistatus: !isBroken && collector.isWhole(),
    resources,
    conditions,
    description: collector.description(),
  };
};

import { escapeHtml } from '#shared/escape-html.ts';
import type { DavKind } from '../copy-ports.ts';

const namespaces =
  'xmlns:d="DAV:" xmlns:card="urn:ietf:params:xml:ns:carddav" xmlns:cal="urn:ietf:params:xml:ns:caldav"';

const xml = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><${root} ${namespaces}>${content}</${root}>`;

export const propfindBody = (properties: readonly string[]): string =>
  xml('d:propfind', `<d:prop>${properties.map((name) => `<${name}/>`).join('')}</d:prop>`);

export const multigetBody = (kind: DavKind, paths: readonly string[]): string => {
  const [report, data] =
    kind === 'contacts'
      ? (['card:addressbook-multiget', 'card:address-data'] as const)
      : (['cal:calendar-multiget', 'cal:calendar-data'] as const);
  const hrefs = paths.map((path) => `<d:href>${escapeHtml(path)}</d:href>`).join('');
  return xml(report, `<d:prop><d:getetag/><${data}/></d:prop>${hrefs}`);
};

export const makeCollection = (kind: DavKind, name: string): { readonly method: string; readonly body: string } => {
  const displayName = `<d:displayname>${escapeHtml(name)}</d:displayname>`;
  const type = '<d:resourcetype><d:collection/><card:addressbook/></d:resourcetype>';
  return kind === 'events'
    ? { method: 'MKCALENDAR', body: xml('cal:mkcalendar', `<d:set><d:prop>${displayName}</d:prop></d:set>`) }
    : { method: 'MKCOL', body: xml('d:mkcol', `<d:set><d:prop>${displayName}${type}</d:prop></d:set>`) };
};

/** An entry of a WebDAV list. */
export const davEntry = (href: string, properties = '<d:resourcetype/>', status = '200 OK'): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 ${status}</d:status></d:propstat></d:response>`;

/** A WebDAV list with these entries. */
export const davList = (entries: string): string =>
  `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">${entries}</d:multistatus>`;

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const davEntry = (href: string, properties = '<d:resourcetype/>', statusText = '200 OK'): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 ${statusText}</d:status></d:propstat></d:response>`;

export const davList = (entries: string): string =>
  `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">${entries}</d:multistatus>`;

export type Answer = (request: IncomingMessage, reply: ServerResponse) => void;

export const list = (...entries: string[]): Answer => {
  return (_request, reply) => reply.writeHead(207, { 'content-type': 'text/xml' }).end(davList(entries.join('')));
};

export const status =
  (code: number, body = '{}'): Answer =>
  (_request, reply) =>
    void reply.writeHead(code).end(body);

export const addressBookXml = '<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>';

/** An account with one address book that has one card. */
const account = (): Iterable<readonly [string, Answer]> => [
  ['PROPFIND /', list(davEntry('/', '<d:current-user-principal><d:href>/me/</d:href></d:current-user-principal>'))],
  [
    'PROPFIND /me/',
    list(davEntry('/me/', '<c:addressbook-home-set><d:href>/me/home</d:href></c:addressbook-home-set>')),
  ],
  ['PROPFIND /me/home', list(davEntry('/me/home/people/', `<d:displayname>People</d:displayname>${addressBookXml}`))],
  [
    'PROPFIND /me/home/people/',
    list(davEntry('/me/home/people/', addressBookXml), davEntry('/me/home/people/a.vcf', '')),
  ],
];

export interface ScriptedServer {
  readonly address: string;
  /** Responses by method and path. Default: 404. */
  readonly answers: Map<string, Answer>;
  /** Method and path of each request. */
  readonly requests: string[];
  /** Clears `requests` and restores the initial responses. */
  reset(): void;
  close(): void;
}

/** Starts a WebDAV server on loopback that gives each test's responses. */
export const startScriptedServer = async (): Promise<ScriptedServer> => {
  const answers = new Map<string, Answer>();
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    const call = `${request.method} ${request.url}`;
    requests.push(call);
    request.resume().on('end', () => (answers.get(call) ?? status(404))(request, reply));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    answers,
    requests,
    reset: () => {
      requests.length = 0;
      answers.clear();
      for (const [call, answer] of account()) answers.set(call, answer);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

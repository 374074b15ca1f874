import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newLogin } from '../login.ts';
import { CollectionForbidden, ItemFailed, LoginRefused, ServerUnavailable } from '../copy-ports.ts';
import { davEntry as entry, davList } from '../../testing/dav-xml.ts';
import { freePort } from '../../testing/free-port.ts';
import { createContentWorker } from '../../content-worker/content-worker.ts';
import { davDestination } from './dav-destination.ts';
import { davSource } from './dav-source.ts';

type Answer = (request: IncomingMessage, reply: ServerResponse) => void;

/** Responses of the server, by method and path. 404 for others. */
const answers = new Map<string, Answer>();
const requests: string[] = [];
let server: Server;
let address = '';
const { signal } = new AbortController();
const rules = { allowLoopback: true };
const worker = createContentWorker();

const list = (...entries: string[]): Answer => {
  return (_request, reply) => reply.writeHead(207, { 'content-type': 'text/xml' }).end(davList(entries.join('')));
};
const status =
  (code: number, body = '{}'): Answer =>
  (_request, reply) =>
    void reply.writeHead(code).end(body);
/** Returns a folder's properties immediately, but never its content. */
const slow =
  (answer: Answer): Answer =>
  (request, reply) => {
    if (request.headers.depth !== '1') answer(request, reply);
  };
const addressBookXml = '<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>';

beforeAll(async () => {
  server = createServer((request, reply) => {
    const call = `${request.method} ${request.url}`;
    requests.push(call);
    request.resume().on('end', () => (answers.get(call) ?? status(404))(request, reply));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  worker.stop();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests.length = 0;
  answers.clear();
  answers.set(
    'PROPFIND /',
    list(entry('/', '<d:current-user-principal><d:href>/me/</d:href></d:current-user-principal>')),
  );
  answers.set(
    'PROPFIND /me/',
    list(entry('/me/', '<c:addressbook-home-set><d:href>/me/home</d:href></c:addressbook-home-set>')),
  );
  answers.set(
    'PROPFIND /me/home',
    list(entry('/me/home/people/', `<d:displayname>People</d:displayname>${addressBookXml}`)),
  );
  answers.set(
    'PROPFIND /me/home/people/',
    list(entry('/me/home/people/', addressBookXml), entry('/me/home/people/a.vcf', '')),
  );
});

const source = (timeoutMs?: number) =>
  davSource({ name: 'Harbour', kind: 'dav', category: 'other', address }, { rules, content: worker, timeoutMs });
const logIn = (timeoutMs?: number) =>
  source(timeoutMs).logIn(newLogin('ada'), { userName: 'ada', password: 'secret' }, 0);
const account = async () => {
  const { found } = await logIn();
  if (found === undefined) throw new Error('not logged in');
  return found.account;
};
const destination = () =>
  davDestination({ address, user: 'ferry', password: 'secret', isShared: true }, { rules, content: worker });
const all = async (items: AsyncIterable<string>): Promise<string[]> => {
  const found: string[] = [];
  for await (const item of items) found.push(item);
  return found;
};
const write = () => destination().write('/me/home/people/a.vcf', Buffer.from('BEGIN:VCARD'), { signal });
/** Result of a write: its outcome, or why it failed. */
const tryWrite = async () => {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ItemFailed) return error.reason;
    throw error;
  }
};

test('a login finds collections and makes their names single-line and storable', { tags: '@X29' }, async () => {
  const { found } = await logIn();
  expect(found?.collections).toEqual([{ id: '/me/home/people/', kind: 'contacts', name: 'People', count: 1 }]);
  for (const [written, name] of [
    [`<![CDATA[${'x'.repeat(5_000)}]]>`, 'x'.repeat(200)],
    ['a&#9;&#10;b &lt;b&gt;', 'a b <b>'],
    ['', 'people'],
  ] as const) {
    answers.set(
      'PROPFIND /me/home',
      list(entry('/me/home/people/', `<d:displayname>${written}</d:displayname>${addressBookXml}`)),
    );
    expect((await logIn()).found?.collections[0]?.name).toBe(name);
  }
});

test.each(['PROPFIND /', 'PROPFIND /me/', 'PROPFIND /me/home', 'PROPFIND /me/home/people/'])(
  'a server that fails at %s counts as unavailable, not as empty',
  { tags: ['@X29', '@F51'] },
  async (place) => {
    answers.set(place, status(500));
    expect(await logIn()).toMatchObject({ login: { trouble: 'provider_down' } });
  },
);

test('a 403 after a wrong password counts as a wrong password', { tags: ['@X29', '@T95'] }, async () => {
  answers.set('PROPFIND /.well-known/carddav', status(403));
  expect(await logIn()).toMatchObject({ login: { trouble: null } });
  answers.set('PROPFIND /me/home/people/', status(403));
  expect(await logIn()).toMatchObject({ login: { trouble: 'password_refused' } });
  for (const place of ['PROPFIND /me/home', 'PROPFIND /me/', 'PROPFIND /']) {
    answers.set(place, status(403));
    expect([place, await logIn()]).toMatchObject([place, { login: { trouble: 'password_refused' } }]);
  }
});

test("a collection shared without read access isn't offered", { tags: '@X29' }, async () => {
  answers.set(
    'PROPFIND /me/home',
    list(
      entry('/me/home/people/', addressBookXml),
      entry('/me/home/others/', `<d:displayname>Others</d:displayname>${addressBookXml}`),
    ),
  );
  answers.set('PROPFIND /me/home/others/', status(403));
  expect((await logIn()).found?.collections).toMatchObject([{ id: '/me/home/people/', count: 1 }]);
});

test(
  'a collection that becomes forbidden fails alone, without a question about the password',
  { tags: '@X29' },
  async () => {
    answers.set(
      'PROPFIND /me/home',
      list(entry('/me/home/people/', addressBookXml), entry('/me/home/others/', addressBookXml)),
    );
    answers.set('PROPFIND /me/home/others/', list(entry('/me/home/others/', addressBookXml)));
    const { items, read } = await account();
    answers.set('PROPFIND /me/home/others/', status(403));
    answers.set('GET /me/home/others/a.vcf', status(403));
    await expect(all(items('/me/home/others/', signal))).rejects.toThrow(CollectionForbidden);
    await expect(read('/me/home/others/a.vcf', signal)).rejects.toThrow(CollectionForbidden);
    answers.set('PROPFIND /me/home/people/', status(403));
    await expect(all(items('/me/home/others/', signal))).rejects.toThrow(LoginRefused);
    await expect(read('/me/home/others/a.vcf', signal)).rejects.toThrow(LoginRefused);
  },
);

test(
  'a login shows uncounted collections without a number, and a silent server counts as unavailable',
  { tags: '@X29' },
  async () => {
    // Long enough to count the fast collections on a busy machine.
    const timeoutMs = 8_000;
    const addressBooks = ['people', 'slow', 'slower', 'last'].map((name) => entry(`/me/home/${name}/`, addressBookXml));
    answers.set('PROPFIND /me/home', list(...addressBooks));
    for (const name of ['slow', 'slower'])
      answers.set(`PROPFIND /me/home/${name}/`, slow(list(entry(`/me/home/${name}/`, addressBookXml))));
    answers.set('PROPFIND /me/home/last/', list(entry('/me/home/last/', addressBookXml)));
    const { login, found } = await logIn(timeoutMs);
    expect(login.trouble).toBe(null);
    expect(found?.collections.map(({ count }) => count)).toEqual([1, null, null, 0]);
    answers.set('PROPFIND /me/home', () => {});
    expect(await logIn(500)).toMatchObject({ login: { trouble: 'provider_down' } });
  },
);

test('a login counts as unsent only if no connection was made', { tags: ['@X29', '@T95'] }, async () => {
  answers.set('PROPFIND /', (request) => request.socket.destroy());
  expect(await logIn()).toMatchObject({ login: { trouble: 'provider_down' }, isUnsent: false });
  answers.set('PROPFIND /', () => {});
  expect(await logIn(500)).toMatchObject({ login: { trouble: 'provider_down' }, isUnsent: false });
  const port = await freePort();
  const deleted = davSource(
    { name: 'Gone', kind: 'dav', category: 'other', address: `http://127.0.0.1:${port}/` },
    { rules, content: worker },
  );
  const outcome = await deleted.logIn(newLogin('ada'), { userName: 'ada', password: 'secret' }, 0);
  expect(outcome).toMatchObject({ login: { trouble: 'provider_down' }, isUnsent: true });
});

test('a server without contacts and calendars refuses the login', { tags: '@X29' }, async () => {
  answers.clear();
  expect(await logIn()).toMatchObject({ login: { trouble: 'provider_down' } });
});

test.each([
  ['a 403', status(403), LoginRefused],
  ['a 404', status(404), ServerUnavailable],
  [
    'an HTML page',
    (_request, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello'),
    ServerUnavailable,
  ],
  [
    'a list with the status 404',
    list('<d:response><d:href>/me/home/people/</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>'),
    ServerUnavailable,
  ],
] as [string, Answer, typeof Error][])(
  'this response does not count as an empty list of items: %s',
  { tags: ['@X29', '@F51'] },
  async (_name, answer, error) => {
    const { items } = await account();
    answers.set('PROPFIND /me/home/people/', answer);
    await expect(all(items('/me/home/people/', signal))).rejects.toThrow(error);
  },
);

test(
  "an item whose URL names another server is requested from the source's own server",
  { tags: ['@X29', '@T91'] },
  async () => {
    answers.set(
      'PROPFIND /me/home/people/',
      list(
        entry('https://elsewhere.example/b.vcf', ''),
        entry('//elsewhere.example/c.vcf', ''),
        entry(`${address}/x//d.vcf`, ''),
      ),
    );
    const { items, read } = await account();
    const paths = await all(items('/me/home/people/', signal));
    expect(paths).toEqual(['/b.vcf', '/c.vcf', '//x//d.vcf']);
    for (const path of paths) {
      answers.set(`GET ${path}`, status(200, 'BEGIN:VCARD'));
      expect(String(await read(path, signal))).toBe('BEGIN:VCARD');
    }
  },
);

test(
  "an item that the source can't return fails alone if its collection still responds",
  { tags: ['@X29', '@F51'] },
  async () => {
    const { read } = await account();
    const cut: Answer = (request) => request.socket.destroy();
    for (const answer of [status(403), status(500), status(200, '(null)'), cut]) {
      answers.set('GET /me/home/people/a.vcf', answer);
      await expect(read('/me/home/people/a.vcf', signal)).rejects.toThrow(new ItemFailed('unreadable'));
    }
    answers.set('GET /me/home/people/a.vcf', status(403));
    answers.set('PROPFIND /me/home/people/', status(403));
    await expect(read('/me/home/people/a.vcf', signal)).rejects.toThrow(LoginRefused);
    answers.set('PROPFIND /me/home/people/', list(entry('/me/home/people/', addressBookXml)));
    answers.set('GET /me/home/people/a.vcf', (_request, reply) => reply.end(Buffer.alloc(11 * 1_048_576)));
    await expect(read('/me/home/people/a.vcf', signal)).rejects.toThrow(new ItemFailed('too_large'));
    answers.set('PROPFIND /me/home/people/', status(500));
    answers.set('GET /me/home/people/a.vcf', status(500));
    await expect(read('/me/home/people/a.vcf', signal)).rejects.toThrow(ServerUnavailable);
  },
);

test.each([429, 503])(
  'a copy waits as long as a destination with status %i requests',
  { tags: ['@X29', '@F51'] },
  async (code) => {
    answers.set('PUT /me/home/people/a.vcf', status(code));
    await expect(write()).rejects.toThrow(ServerUnavailable);
    expect(requests.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  },
);

test('an item fails alone if the destination returns an error or closes the connection', { tags: '@X29' }, async () => {
  answers.set('PUT /me/home/people/a.vcf', status(500));
  expect(await tryWrite()).toBe('server_error');
  answers.set('PUT /me/home/people/a.vcf', (request) => request.socket.destroy());
  expect(await tryWrite()).toBe('server_error');
  answers.set('PUT /me/home/people/a.vcf', status(413));
  expect(await tryWrite()).toBe('too_large');
});

test.each([
  ['412 Precondition Failed', '<d:error><c:valid-calendar-data/></d:error>', 'refused'],
  ['412 Precondition Failed', '<d:error><c:no-uid-conflict/></d:error>', 'duplicate'],
  ['403 Forbidden', '<d:error><c:unique-scheduling-object-resource/></d:error>', 'duplicate'],
  ['412 Precondition Failed', '', 'occupied'],
  ['507 Insufficient Storage', '', 'no_space'],
  ['403 Forbidden', '<d:error><d:quota-not-exceeded/></d:error>', 'no_space'],
  ['403 Forbidden', '<d:error><c:max-resource-size/></d:error>', 'too_large'],
  ['500 Internal Server Error', '', 'server_error'],
  ['201 Created', '', 'written'],
] as const)(
  'the inner status of a multistatus response decides the result of a write: %s %s',
  { tags: '@X29' },
  async (line, more, expected) => {
    const inside = `<d:response><d:href>/a.vcf</d:href><d:status>HTTP/1.1 ${line}</d:status>${more}</d:response>`;
    answers.set('PUT /me/home/people/a.vcf', list(inside));
    expect(await tryWrite()).toBe(expected);
  },
);

test.each([
  [403, '<d:error><c:valid-calendar-data/></d:error>', '403 valid-calendar-data'],
  [
    403,
    '<d:error><c:valid-calendar-data/><d:responsedescription>DTEND must&#10;occur after DTSTART</d:responsedescription></d:error>',
    '403 valid-calendar-data: DTEND must occur after DTSTART',
  ],
  [
    415,
    '<d:error><s:message xmlns:s="http://sabredav.org/ns">Validation error</s:message></d:error>',
    '415: Validation error',
  ],
  [400, '<html><body>Bad Request</body></html>', '400'],
  [
    403,
    `<d:error><d:responsedescription>${'x'.repeat(500)}</d:responsedescription></d:error>`,
    `403: ${'x'.repeat(195)}`,
  ],
] as const)("a failed item shows the destination's message: %s %s", { tags: '@X31' }, async (code, body, detail) => {
  answers.set(
    'PUT /me/home/people/a.vcf',
    status(code, body.replace('>', ' xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">')),
  );
  await expect(write()).rejects.toMatchObject({ reason: 'refused', detail });
});

test(
  'a wrong password in the accounts file stops the copy without a question to the end user',
  { tags: '@X29' },
  async () => {
    answers.set('PUT /me/home/people/a.vcf', status(401));
    await expect(write()).rejects.toThrow(ServerUnavailable);
  },
);

test('a folder is found with or without a trailing slash', { tags: '@X29' }, async () => {
  const collection = { id: '/a/', kind: 'contacts', name: 'A & <b>', count: 1 } as const;
  answers.set('PROPFIND /me/home/ferry-k/', list(entry('/me/home/ferry-k/', addressBookXml)));
  expect(await destination().prepare('k', collection, signal)).toBe('/me/home/ferry-k/');
});

test(
  'a list that is too long and too many collections are reported and not stored',
  { tags: ['@X29', '@T93'] },
  async () => {
    answers.set('PROPFIND /me/home/people/', (_request, reply) => {
      reply.writeHead(207, { 'content-type': 'text/xml' });
      const part = Buffer.alloc(1_048_576, ' ');
      let sent = 0;
      const send = (): void => {
        while (sent++ < 64) if (!reply.write(part)) return void reply.once('drain', send);
        reply.end();
      };
      reply.on('close', () => (sent = 64));
      send();
    });
    expect(await logIn()).toMatchObject({ login: { trouble: 'too_much' } });
    answers.set('PROPFIND /me/home/people/', list());
    const addressBooks = Array.from({ length: 2_001 }, (_, index) => entry(`/me/home/b${index}/`, addressBookXml));
    answers.set('PROPFIND /me/home', list(...addressBooks));
    expect(await logIn()).toMatchObject({ login: { trouble: 'too_much' } });
  },
);

test.each([
  ['weak', { etag: 'W/"1"' }],
  ['no', {}],
] as const)(
  'keep_newer replaces only the version that it has read, with %s ETags',
  { tags: '@X29' },
  async (_name, headers) => {
    const place = '/me/home/people/a.vcf';
    const sent: unknown[] = [];
    answers.set(`GET ${place}`, (_request, reply) => reply.writeHead(200, headers).end('BEGIN:OLD'));
    answers.set(`PUT ${place}`, (request, reply) => {
      sent.push(request.headers['if-match']);
      reply.writeHead(204).end();
    });
    const { read, write: put } = destination();
    const { revision = '' } = (await read(place, signal)) ?? {};
    expect(await put(place, Buffer.from('BEGIN:NEW'), { replaces: revision, signal })).toBe('written');
    answers.set(`GET ${place}`, (_request, reply) => reply.writeHead(200, headers).end('BEGIN:OTHER'));
    expect(await put(place, Buffer.from('BEGIN:NEW'), { replaces: revision, signal })).toBe('occupied');
    expect(sent).toEqual(['*']);
  },
);

test('items at the destination are identified by the last segment of their path', { tags: '@X29' }, async () => {
  answers.set(
    'PROPFIND /me/home/ferry-k/',
    list(entry('/me/home/ferry-k/', addressBookXml), entry(`${address}me/%68ome/ferry-k/abc.vcf`, '')),
  );
  expect([...(await destination().taken('/me/home/ferry-k/', signal))]).toEqual(['/me/home/ferry-k/abc.vcf']);
});

test('items are read back in one request if the destination supports it', { tags: '@X29' }, async () => {
  const collectionPath = '/me/home/people/';
  const places = ['a', 'b', 'c', 'd'].map((name) => `${collectionPath}${name}.vcf`);
  const given = (name: string, content: string): string =>
    entry(`${address}me/%68ome/people/${name}.vcf`, `<c:address-data>${content}</c:address-data>`);
  const read = async () => Object.fromEntries((await destination().readTogether?.(places, signal)) ?? []);
  answers.set(
    `REPORT ${collectionPath}`,
    list(
      given('a', 'BEGIN:VCARD&#13;\nFN:A &amp; B'),
      given('b', '<![CDATA[BEGIN:VCARD]]>'),
      given('elsewhere', 'BEGIN:VCARD'),
      `<d:response><d:href>${collectionPath}c.vcf</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`,
    ),
  );
  const found = await read();
  expect(Object.keys(found)).toEqual(places.slice(0, 2));
  expect(String(found[places[0] ?? ''])).toMatch(/^BEGIN:VCARD\r?\nFN:A & B$/);
  for (const answer of [status(500), status(403), status(404), ((request) => request.socket.destroy()) as Answer]) {
    answers.set(`REPORT ${collectionPath}`, answer);
    expect(await read()).toEqual({});
  }
});

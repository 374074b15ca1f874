import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ItemFailed, ServerUnavailable } from '../copy-ports.ts';
import {
  davEntry as entry,
  type Answer,
  addressBookXml,
  list,
  type ScriptedServer,
  startScriptedServer,
  status,
} from '../../testing/scripted-dav-server.ts';
import { createContentWorker } from '../../content-worker/content-worker.ts';
import { davDestination } from './dav-destination.ts';

let server: ScriptedServer;
let answers: ScriptedServer['answers'];
let address = '';
const { signal } = new AbortController();
const rules = { allowLoopback: true };
const worker = createContentWorker();

beforeAll(async () => {
  server = await startScriptedServer();
  ({ address, answers } = server);
});
afterAll(() => {
  worker.stop();
  server.close();
});
beforeEach(() => server.reset());

const destination = () =>
  davDestination({ address, user: 'ferry', password: 'secret', isShared: true }, { rules, content: worker });
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

test.each([429, 503])(
  'a write is not sent again if the destination responds with the status %i',
  { tags: ['@X29', '@F51'] },
  async (code) => {
    answers.set('PUT /me/home/people/a.vcf', status(code));
    await expect(write()).rejects.toThrow(ServerUnavailable);
    expect(server.requests.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
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
  ['412 Precondition Failed', '', 'refused'],
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

test.each([
  [500, '<html><body><p>Over quota</p><hr></body></html>', 'no_space', '500: Over quota'],
  [412, '', 'refused', '412'],
] as const)(
  'a write with status %i and body "%s" fails with the reason %s',
  { tags: '@X31' },
  async (code, body, reason, detail) => {
    answers.set('PUT /me/home/people/a.vcf', status(code, body));
    await expect(write()).rejects.toMatchObject({ reason, detail });
  },
);

test(
  'a wrong password in the accounts file makes the destination unavailable, without asking the end user',
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

test.each([
  ['weak', { etag: 'W/"1"' }],
  ['empty', { etag: '' }],
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

test.each([
  ['an event', '/me/home/meetings/a.ics'],
  ['a contact', '/me/home/people/a.vcf'],
])(
  'the result of writing %s is occupied if a multistatus response has status 412 and the path has another item',
  { tags: '@X29' },
  async (_name, place) => {
    answers.set(`PUT ${place}`, (request, reply) => {
      answers.set(`GET ${place}`, status(200, 'BEGIN:OTHER'));
      const inside = `<d:href>${place}</d:href><d:status>HTTP/1.1 412 Precondition Failed</d:status>`;
      list(`<d:response>${inside}</d:response>`)(request, reply);
    });
    expect(await destination().write(place, Buffer.from('BEGIN:NEW'), { signal })).toBe('occupied');
    expect(server.requests.slice(0, 2)).toEqual([`GET ${place}`, `PUT ${place}`]);
  },
);

test('items at the destination are identified by the last segment of their path', { tags: '@X29' }, async () => {
  answers.set(
    'PROPFIND /me/home/ferry-k/',
    list(entry('/me/home/ferry-k/', addressBookXml), entry(`${address}me/%68ome/ferry-k/abc.vcf`, '')),
  );
  expect([...(await destination().taken('/me/home/ferry-k/', signal)).keys()]).toEqual(['/me/home/ferry-k/abc.vcf']);
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
  expect(String(found[places[0] ?? '']?.content)).toMatch(/^BEGIN:VCARD\r?\nFN:A & B$/);
  for (const answer of [status(500), status(403), status(404), ((request) => request.socket.destroy()) as Answer]) {
    answers.set(`REPORT ${collectionPath}`, answer);
    expect(await read()).toEqual({});
  }
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newLogin } from '../login.ts';
import { CollectionForbidden, ItemFailed, type ListedItem, LoginRefused, ServerUnavailable } from '../copy-ports.ts';
import { freePort } from '../../testing/free-port.ts';
import {
  davEntry as entry,
  addressBookXml,
  type Answer,
  list,
  type ScriptedServer,
  startScriptedServer,
  status,
} from '../../testing/scripted-dav-server.ts';
import { createContentWorker } from '../../content-worker/content-worker.ts';
import { davSource } from './dav-source.ts';

let server: ScriptedServer;
let answers: ScriptedServer['answers'];
let address = '';
const { signal } = new AbortController();
const rules = { allowLoopback: true };
const worker = createContentWorker();

/** Returns a folder's properties immediately, but never its content. */
const slow =
  (answer: Answer): Answer =>
  (request, reply) => {
    if (request.headers.depth !== '1') answer(request, reply);
  };

beforeAll(async () => {
  server = await startScriptedServer();
  ({ address, answers } = server);
});
afterAll(() => {
  worker.stop();
  server.close();
});
beforeEach(() => server.reset());

const source = (timeoutMs?: number) =>
  davSource({ name: 'Harbour', kind: 'dav', category: 'other', address }, { rules, content: worker, timeoutMs });
const logIn = (timeoutMs?: number) =>
  source(timeoutMs).logIn(newLogin('ada'), { userName: 'ada', password: 'secret' }, 0);
const account = async () => {
  const { found } = await logIn();
  if (found === undefined) throw new Error('not logged in');
  return found.account;
};
const all = async (items: AsyncIterable<ListedItem>): Promise<string[]> => {
  const found: string[] = [];
  for await (const { id } of items) found.push(id);
  return found;
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

test('a server without contacts and calendars counts as unavailable', { tags: '@X29' }, async () => {
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
      expect(String((await read(path, signal))?.content)).toBe('BEGIN:VCARD');
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

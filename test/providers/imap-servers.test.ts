import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createAuthority } from '#test/fixtures/network/certificates.ts';
import { createContentWorker } from '#service/content-worker/content-worker.ts';
import { createCopy, pairOf } from '#service/copy/copy-collections.ts';
import { newCopy } from '#service/migration-engine/copy-state.ts';
import type { CopiedItem } from '#service/store/copied-items.ts';
import { type ScriptedImapServer, startScriptedImapServer } from '#service/testing/scripted-imap-server.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { LoginRefused, RateLimited, ServerUnavailable } from '#service/providers/copy-ports.ts';
import { newLogin } from '#service/providers/login.ts';
import type { MailAccount, MailDestination } from '#service/providers/mail-ports.ts';
import { imapDestination } from '#service/providers/imap/imap-destination.ts';
import { imapSource } from '#service/providers/imap/imap-source.ts';

const rules = { allowLoopback: true };
const { signal } = new AbortController();
const content = createContentWorker();
let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 });
});
afterAll(async () => {
  content.stop();
  await service.end();
});

const start = async (options?: Parameters<typeof startScriptedImapServer>[0]): Promise<ScriptedImapServer> => {
  const server = await startScriptedImapServer(options);
  onTestFinished(() => server.close());
  return server;
};
const settingsOf = ({ port }: ScriptedImapServer, tlsMode: 'none' | 'implicit' = 'none') =>
  ({ kind: 'imap', host: '127.0.0.1', port, tls: tlsMode }) as const;
const logIn = (server: ScriptedImapServer, tlsMode?: 'none' | 'implicit') =>
  imapSource({ name: 'Harbour Mail', category: 'other', ...settingsOf(server, tlsMode) }, { rules }).logIn(
    newLogin(),
    { userName: 'ada', password: 'secret' },
    0,
  );
const accountOf = async (server: ScriptedImapServer): Promise<MailAccount> =>
  (await logIn(server)).found?.account as MailAccount;
const destinationOf = (server: ScriptedImapServer): MailDestination =>
  imapDestination({ address: '', user: 'ada', password: 'secret', isShared: false }, settingsOf(server), { rules });

const copy = async (source: ScriptedImapServer, destination: ScriptedImapServer): Promise<readonly CopiedItem[]> => {
  const [account, target] = [await accountOf(source), destinationOf(destination)];
  const collections = await account.collections(signal);
  const migrationId = `from ${source.port}`;
  const items = service.store.copiedItems;
  const pair = pairOf({ organization: 1, migrationId }, account, target);
  const times = { source: 0, destination: 0 };
  const job = { pair, account, destination: target, items, content, signal, now: async () => 1, times };
  await createCopy(newCopy(account.id, collections), job).run();
  return items.listCollection(migrationId, 'INBOX');
};
const digestsOf = ({ folders }: ScriptedImapServer): readonly string[] =>
  (folders.get('INBOX')?.messages ?? [])
    .map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
    .toSorted();

test(
  'without UIDPLUS, messages with NUL, 8-bit headers and no Message-ID arrive once, and equal ones stay apart',
  { tags: ['@X29', '@X31'] },
  async () => {
    const [source, destination] = [await start(), await start({ capabilities: [] })];
    for (const text of [
      'Subject: duplicate\r\n\r\nHello\r\n',
      'Subject: duplicate\r\n\r\nHello\r\n',
      'Subject: gr\xFC\xDFe\r\n\r\n\xE4\r\n',
      'Message-ID: <nul@harbour.example>\r\nSubject: NUL\r\n\r\na\0b\r\n',
      '',
    ])
      source.add('INBOX', Buffer.from(text, 'latin1'));
    const items = await copy(source, destination);
    expect(items.map(({ state, reason }) => [state, reason])).toEqual(items.map(() => ['copied', null]));
    expect(new Set(items.map(({ place }) => place)).size).toBe(5);
    expect(digestsOf(destination)).toEqual(digestsOf(source));
  },
);

test('a server that rewrites 8-bit headers and NUL is reported as altered', { tags: '@X31' }, async () => {
  const source = await start();
  const destination = await start({
    store: (bytes) => Buffer.from(bytes.map((byte) => (byte === 0 ? 0x80 : byte > 127 ? 0x58 : byte))),
  });
  source.add('INBOX', Buffer.from('Subject: gr\xFC\xDFe\r\n\r\na\0b\r\n', 'latin1'));
  source.add('INBOX', 'Subject: plain\r\n\r\n');
  const items = await copy(source, destination);
  expect(items.map(({ state, changes }) => [state, changes?.map(({ property }) => property)])).toEqual([
    ['altered', ['content']],
    ['copied', []],
  ]);
});

test('without LIST-STATUS, a login counts each folder with a separate command', { tags: '@X29' }, async () => {
  const server = await start({ capabilities: ['UIDPLUS'] });
  for (const folder of ['INBOX', 'INBOX', 'Sent']) server.add(folder, 'Subject: one\r\n\r\n');
  const { found } = await logIn(server);
  expect(found?.collections.map(({ name, count }) => [name, count])).toEqual([
    ['INBOX', 2],
    ['Sent', 1],
  ]);
  expect(server.commands.filter((name) => name === 'STATUS')).toHaveLength(2);
});

test(
  'a throttled command limits the rate, and a BYE during a command is retried',
  { tags: ['@X29', '@F51'] },
  async () => {
    const server = await start();
    server.add('INBOX', 'Subject: one\r\n\r\n');
    const account = await accountOf(server);
    server.script = ({ tag, name }, socket) => {
      if (name !== 'UID FETCH') return false;
      return socket.write(`${tag} NO [THROTTLED] Slow down\r\n`);
    };
    await expect(account.readMessage('INBOX/1000.1', signal)).rejects.toBeInstanceOf(RateLimited);
    let left = 2;
    server.script = ({ name }, socket) => {
      if (name !== 'UID FETCH' || left-- <= 0) return false;
      socket.end('* BYE The server restarts\r\n');
      return true;
    };
    expect(await account.readMessage('INBOX/1000.1', signal)).toMatchObject({ size: 16 });
    expect(left).toBe(-1);
    server.script = (_command, socket) => {
      socket.end('* BYE The server stops\r\n');
      return true;
    };
    await expect(destinationOf(server).signIn(signal)).rejects.toBeInstanceOf(ServerUnavailable);
  },
);

test(
  'messages are read in groups, and alone if the server drops the connection at their group',
  { tags: '@X29' },
  async () => {
    const [source, cutSource] = [await start(), await start()];
    for (const server of [source, cutSource])
      for (let index = 0; index < 40; index++) server.add('INBOX', `Subject: message ${index}\r\n\r\n`);
    const destination = await start({ capabilities: ['UIDPLUS', 'LITERAL+'] });
    const appends: string[] = [];
    destination.script = ({ name, line }) => {
      if (name === 'APPEND') appends.push(line);
      return false;
    };
    await copy(source, destination);
    expect(source.commands.filter((name) => name === 'UID FETCH')).toHaveLength(3);
    expect(appends.filter((line) => line.endsWith('+}'))).toHaveLength(40);
    expect(digestsOf(destination)).toEqual(digestsOf(source));
    cutSource.script = ({ name, line }, socket) => {
      if (name !== 'UID FETCH' || !line.includes(',')) return false;
      socket.end('* BYE The server restarts\r\n');
      return true;
    };
    const other = await start();
    expect((await copy(cutSource, other)).map(({ state }) => state)).toEqual(
      Array.from({ length: 40 }, () => 'copied'),
    );
    expect(digestsOf(other)).toEqual(digestsOf(source));
  },
);

/** Lists the inbox of a server with 64 messages. */
const listedInbox = async () => {
  const server = await start();
  for (let index = 0; index < 64; index++) server.add('INBOX', `Subject: message ${index}\r\n\r\n`);
  const account = await accountOf(server);
  const items: string[] = [];
  for await (const { id } of account.items('INBOX', signal)) items.push(id);
  const groups: number[] = [];
  server.script = ({ name, line }) => {
    if (name === 'UID FETCH') groups.push(line.split(',').length);
    return false;
  };
  return { server, groups, readMessage: (index: number) => account.readMessage(items[index] ?? '', signal) };
};

test('a copy that needs few of the listed messages reads small groups', { tags: '@X29' }, async () => {
  const { groups, readMessage } = await listedInbox();
  for (let index = 0; index < 40; index += 10) expect((await readMessage(index))?.size).toBeGreaterThan(20);
  expect(groups).toEqual([16, 4, 2]);
  for (let index = 40; index < 64; index += 1) expect((await readMessage(index))?.size).toBe(23);
  expect(groups.slice(3)).toEqual([2, 4, 8, 10]);
});

test(
  'a group that is rate limited, or whose login is refused, fails without a further request',
  { tags: '@X29' },
  async () => {
    const limited = await listedInbox();
    const { script } = limited.server;
    limited.server.script = (command, socket) => {
      script(command, socket);
      return command.line.includes(',') && socket.write(`${command.tag} NO [THROTTLED] Slow down\r\n`);
    };
    await expect(limited.readMessage(0)).rejects.toBeInstanceOf(RateLimited);
    expect(limited.groups).toEqual([16]);
    // The limit may have ended when the next message is read.
    expect((await limited.readMessage(1))?.size).toBe(22);

    const refused = await listedInbox();
    let logins = 0;
    refused.server.script = ({ tag, name }, socket) => {
      if (name !== 'AUTHENTICATE' && name !== 'LOGIN') return false;
      logins += 1;
      return socket.write(`${tag} NO [AUTHENTICATIONFAILED] Wrong password\r\n`);
    };
    refused.server.closeConnections();
    await expect(refused.readMessage(0)).rejects.toBeInstanceOf(LoginRefused);
    expect(logins).toBe(1);
  },
);

test('a group may take as long as its messages alone', { tags: '@X29' }, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { server, groups, readMessage } = await listedInbox();
  const { script } = server;
  let respond = (): void => {};
  server.script = (command, socket) => {
    script(command, socket);
    if (!command.line.includes(',') || groups.length > 1) return false;
    respond = () => {
      server.script = script;
      socket.emit('data', Buffer.from(`${command.tag} ${command.line}\r\n`));
    };
    return true;
  };
  const reading = readMessage(0);
  while (groups.length === 0) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(15 * 60_000);
  respond();
  expect(await reading).toMatchObject({ size: 22 });
  expect(groups).toEqual([16, 16]);
});

test('a message that is longer than announced fails alone', { tags: '@X29' }, async () => {
  const server = await start({ capabilities: ['UIDPLUS', 'LITERAL+'] });
  const [inbox] = await (await accountOf(server)).collections(signal);
  const destination = destinationOf(server);
  const folder = await destination.prepare(inbox as NonNullable<typeof inbox>, signal);
  const longContent = (async function* () {
    yield Buffer.alloc(300_000, 'a');
  })();
  await expect(
    destination.append(folder, { size: 10, flags: [], receivedAt: 0, content: longContent }, signal),
  ).rejects.toMatchObject({ reason: 'unreadable' });
  await destination.signIn(signal);
});

test('connections that a restart has closed are replaced without an error', { tags: ['@X29', '@F51'] }, async () => {
  const server = await start();
  server.add('INBOX', 'Subject: one\r\n\r\n');
  const account = await accountOf(server);
  const readAll = () => Promise.all([1, 2, 3, 4].map(() => account.readMessage('INBOX/1000.1', signal)));
  await readAll();
  const before = server.connectionCount();
  expect(before).toBeLessThanOrEqual(3);
  server.closeConnections();
  expect((await readAll()).map((message) => message?.size)).toEqual([16, 16, 16, 16]);
  expect(server.connectionCount()).toBeGreaterThan(before);
});

test('TLS works with a certificate of a trusted CA, and sends no password to others', { tags: '@X29' }, async () => {
  const authority = createAuthority();
  const trusted = tls.getCACertificates('default');
  onTestFinished(() => {
    tls.setDefaultCACertificates(trusted);
    authority.remove();
  });
  const server = await start({ certificate: authority.issue(['IP:127.0.0.1']) });
  server.add('INBOX', 'Subject: one\r\n\r\n');
  expect(await logIn(server, 'implicit')).toMatchObject({ login: { trouble: 'provider_down' }, isUnsent: true });
  expect(server.commands).toEqual([]);
  tls.setDefaultCACertificates([...trusted, readFileSync(authority.caFile, 'utf8')]);
  const { found, login } = await logIn(server, 'implicit');
  expect(login.trouble).toBeNull();
  expect(found?.collections).toMatchObject([{ name: 'INBOX', count: 1 }]);
});

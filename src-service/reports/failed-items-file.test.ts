import { strFromU8, unzipSync } from 'fflate';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { languages } from '../modal-page/words/languages.ts';
import type { CopyCollection } from '../migration-engine/copy-state.ts';
import { LoginRefused, ServerUnavailable, type SourceAccount } from '../providers/copy-ports.ts';
import type { MailAccount } from '../providers/mail-ports.ts';
import { failedItemsFile, maxFailedItems } from './failed-items-file.ts';

const { en } = languages;
const facts = { collections: async () => [], items: async function* () {} };
const itemsOf = (ids: readonly string[], kind: 'contacts' | 'messages' = 'contacts', collection = '/a/') =>
  ids.map(
    (item) => ({ collection, kind, item, state: 'failed', reason: 'refused', place: null, fingerprint: null }) as const,
  );

interface Options extends Partial<Pick<CopyCollection, 'name' | 'count' | 'isForbidden'>> {
  readonly signal?: AbortSignal;
  readonly maxBytes?: number;
}

const open = (
  read: SourceAccount['read'] | Pick<MailAccount, 'readMessage'>,
  items: ReturnType<typeof itemsOf>,
  { name = 'People', signal = new AbortController().signal, maxBytes, ...collection }: Options = {},
) =>
  failedItemsFile({
    account: { id: '', ...facts, ...(typeof read === 'function' ? { read } : read) },
    items,
    collections: [{ id: '/a/', name, count: 2, done: 0, failed: 2, ...collection }],
    text: (word) => en[word as keyof typeof en],
    signal,
    ...(maxBytes !== undefined && { maxBytes }),
    retries: { tries: 3, baseMs: 0, capMs: 0 },
  });
const unzip = async (file: AsyncIterable<Uint8Array>) => unzipSync(await buffer(Readable.from(file)));
const echo: SourceAccount['read'] = async (item) => ({ content: Buffer.from(`content of ${item}`) });

test.each([
  ['/a/../../etc/passwd', 'People', '1 People/1 passwd.vcf'],
  ['/a/..%2f..%2Fevil.vcf', '../..', '1 .._/1 .._.._evil.vcf'],
  [String.raw`/a/C:%5cevil%00.vcf`, String.raw`C:\Windows`, '1 C__Windows/1 C__evil.vcf'],
  ['/a/CON.vcf', 'NUL', '1 NUL/1 CON.vcf'],
  ['/a/%E2%80%AEfcv.exe.vcf', 'a. . ', '1 a/1 fcv.exe.vcf'],
  ['/a/%ff%E0.vcf', 'Gr\u0075\u0308\u00dfe \u{1f600}', '1 Gr\u00fc\u00dfe \u{1f600}/1 \u{fffd}\u{fffd}.vcf'],
  [`/a/${'\u{1f600}'.repeat(60)}.vcf`, 'x'.repeat(300), `1 ${'x'.repeat(80)}/1 ${'\u{1f600}'.repeat(40)}.vcf`],
  ['/a/.vcf', '', '1/1.vcf'],
])('the item %j of %j has a safe name', { tags: '@X29' }, async (item, name, expected) => {
  const files = await unzip(open(echo, itemsOf([item]), { name }));
  expect(Object.entries(files).map(([path, content]) => [path, strFromU8(content)])).toEqual([
    [expected, `content of ${item}`],
  ]);
});

const listOf = (files: Record<string, Uint8Array>): string[] =>
  strFromU8(files['Items not in this file.txt'] ?? new Uint8Array())
    .split('\r\n')
    .slice(2, -1);

test('a file lists a forbidden collection if the copy could not list all of its items', { tags: '@X29' }, async () => {
  for (const count of [null, 3]) {
    const files = await unzip(open(echo, [], { isForbidden: true, count }));
    expect([Object.keys(files), listOf(files)]).toEqual([
      ['Items not in this file.txt'],
      ['1 People: {provider} denies access'],
    ]);
  }
  expect(await unzip(open(echo, [], { isForbidden: true }))).toEqual({});
});

test('the size of a file is limited, and it lists the other items', { tags: '@X29' }, async () => {
  const read: SourceAccount['read'] = async () => ({ content: Buffer.alloc(50_000) });
  const files = await unzip(open(read, itemsOf(['/a/1', '/a/2', '/a/3', '/a/4']), { maxBytes: 110_000 }));
  expect(listOf(files)).toEqual([
    '1 People/3 3.vcf: only the first part could be read',
    '1 People/4 4.vcf: this file is full',
  ]);
  expect(
    Object.values(files)
      .map(({ length }) => length)
      .slice(0, 3),
  ).toEqual([50_000, 50_000, 0]);
});

test('the service retries if the source is briefly unavailable', { tags: '@X29' }, async () => {
  const requested: string[] = [];
  const read: SourceAccount['read'] = async (item) => {
    requested.push(item);
    if (item === '/a/2' && requested.length < 4) throw new ServerUnavailable();
    return { content: Buffer.from(item) };
  };
  const files = await unzip(open(read, itemsOf(['/a/1', '/a/2', '/a/3'])));
  expect([Object.keys(files).length, requested]).toEqual([3, ['/a/1', '/a/2', '/a/2', '/a/2', '/a/3']]);
});

test.each([
  [new ServerUnavailable(), 3],
  [new LoginRefused(), 1],
])(
  'after the last attempt, the file lists the items that were not read: %s',
  { tags: '@X29' },
  async (error, tries) => {
    const requested: string[] = [];
    const read: SourceAccount['read'] = async (item) => {
      requested.push(item);
      if (item !== '/a/1') throw error;
      return { content: Buffer.from(item) };
    };
    const files = await unzip(open(read, itemsOf(['/a/1', '/a/2', '/a/3'])));
    expect([Object.keys(files).length, requested.length]).toEqual([2, 1 + tries]);
    expect(listOf(files)).toEqual([
      '1 People/2 2.vcf: {provider} stopped responding',
      '1 People/3 3.vcf: {provider} stopped responding',
    ]);
  },
);

test('equal names do not clash, and a file has at most 5,000 items', { tags: '@X29' }, async () => {
  const ids = Array.from({ length: maxFailedItems + 1 }, (_, index) => `/a/${index % 2 ? 'x' : 'X'}.vcf`);
  const files = await unzip(open(echo, itemsOf(ids)));
  const paths = Object.keys(files);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(maxFailedItems + 1);
  expect(strFromU8(files['Items not in this file.txt'] ?? new Uint8Array())).toContain('More items failed.');
});

test(
  'a message of 30 MB arrives in small parts; one that breaks off is listed as incomplete',
  { tags: '@X29' },
  async () => {
    const part = Buffer.alloc(1_048_576, 'Ferry copies mail.\r\n');
    const readMessage: MailAccount['readMessage'] = async (item) => ({
      size: 0,
      flags: [],
      receivedAt: 0,
      content: (async function* () {
        for (let index = 0; index < 30; index++) {
          yield part;
          if (item.endsWith('/9.2')) throw new ServerUnavailable();
        }
      })(),
    });
    const items = itemsOf(['INBOX/9.1', 'INBOX/9.2', 'INBOX/9.3'], 'messages');
    let largest = 0;
    const observed = async function* () {
      for await (const chunk of open({ readMessage }, items)) {
        largest = Math.max(largest, chunk.length);
        yield chunk;
      }
    };
    const files = await unzip(observed());
    expect(largest).toBeLessThan(70_000);
    expect(
      Buffer.concat(Array.from({ length: 30 }, () => part)).equals(files['1 People/1 9.1.eml'] ?? Buffer.alloc(0)),
    ).toBe(true);
    expect(listOf(files)).toEqual(['1 People/2 9.2.eml: only the first part could be read']);
    expect(files['1 People/3 9.3.eml']).toHaveLength(30 * part.length);
  },
);

test('nothing more is read after the client closed the connection', { tags: '@X29' }, async () => {
  const client = new AbortController();
  const requested: string[] = [];
  const read: SourceAccount['read'] = (item, signal) => {
    requested.push(item);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new ServerUnavailable())));
  };
  const file = open(read, itemsOf(['/a/1', '/a/2']), { signal: client.signal });
  const next = file.next();
  client.abort();
  await expect(next).rejects.toThrow('aborted');
  expect(requested).toEqual(['/a/1']);
});

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createResolve } from './resolve-name.ts';

type Answer = readonly string[] | 'no such name' | 'refused' | 'silent';

const types = { A: 1, AAAA: 28 } as const;
const bytesOf = (address: string): number[] =>
  isIPv4(address)
    ? address.split('.').map(Number)
    : address.split(':').flatMap((part) => [...Buffer.from(part.padStart(4, '0'), 'hex')]);

/** A DNS server (RFC 1035) with configurable responses. `asked` counts the queries. */
const startNameServer = async (names: Readonly<Record<string, Readonly<Record<'A' | 'AAAA', Answer>>>>) => {
  const server = createSocket('udp4').bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  let requestCount = 0;
  server.on('message', (query, from) => {
    requestCount += 1;
    const labels: string[] = [];
    let at = 12;
    for (; query[at] !== 0; at += 1 + (query[at] ?? 0)) {
      labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
    }
    const type = query.readUInt16BE(at + 1);
    const answer = names[labels.join('.').toLowerCase()]?.[type === types.A ? 'A' : 'AAAA'] ?? 'no such name';
    if (answer === 'silent') return;
    const addresses = typeof answer === 'string' ? [] : answer;
    const code = answer === 'no such name' ? 3 : answer === 'refused' ? 5 : 0;
    const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80 | code, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
    const records = addresses.map((address) => {
      const bytes = bytesOf(address);
      return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]);
    });
    server.send(Buffer.concat([head, query.subarray(12, at + 5), ...records]), from.port, from.address);
  });
  return { resolve: createResolve([`127.0.0.1:${server.address().port}`]), countQueries: () => requestCount };
};

const never = new AbortController().signal;
const v6 = '2606:2800:021f:cb07:6820:80da:af6b:8b2c';

test('all IPv4 and IPv6 addresses of a name are found', { tags: '@X23' }, async () => {
  const { resolve } = await startNameServer({
    'both.example.com': { A: ['93.184.215.14', '10.0.0.1'], AAAA: [v6] },
    'old.example.com': { A: ['93.184.215.14'], AAAA: [] },
    'new.example.com': { A: [], AAAA: [v6] },
    'none.example.com': { A: [], AAAA: [] },
    'refused.example.com': { A: 'refused', AAAA: [] },
  });
  const found = async (name: string): Promise<string[]> => (await resolve(name, never)).map(({ address }) => address);
  const short = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';
  expect((await found('both.example.com')).toSorted()).toEqual(['10.0.0.1', short, '93.184.215.14']);
  expect(await found('old.example.com')).toEqual(['93.184.215.14']);
  expect(await resolve('new.example.com', never)).toEqual([{ address: short, family: 6 }]);
  await expect(found('none.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(found('unknown.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(found('refused.example.com')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
});

test(
  'a silent name server delays no other name, and its queries end with the attempt',
  { tags: ['@X23', '@F45'] },
  async () => {
    const silent = Array.from({ length: 16 }, (_, index) => `silent-${index}.example.com`);
    const { resolve, countQueries } = await startNameServer({
      ...Object.fromEntries(silent.map((name) => [name, { A: 'silent', AAAA: 'silent' } as const])),
      'well.example.com': { A: ['93.184.215.14'], AAAA: [] },
    });
    const end = new AbortController();
    const waiting = Promise.allSettled(silent.map((name) => resolve(name, end.signal)));
    let isOver = false;
    void waiting.then(() => (isOver = true));
    await expect.poll(countQueries).toBe(silent.length * 2);
    expect(await resolve('well.example.com', never)).toHaveLength(1);
    expect((await resolve('localhost', never)).length).toBeGreaterThan(0);
    expect(isOver).toBe(false);
    end.abort();
    for (const one of await waiting) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'EAI_AGAIN' } });
  },
);

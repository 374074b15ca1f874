import { readFileSync, writeFileSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { callConsole } from '#test/fixtures/console/call-console.ts';
import { openConsole } from '#test/fixtures/console/open-console.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf, startFakeService } from '#test/fixtures/service/fake-service.ts';

const mebibyte = 1024 * 1024;
const { id } = migrationOf(1);

/** The process's peak memory since the previous call, in MiB. */
function peakOf(pid: number): number {
  const kibibytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return Number(kibibytes) / 1024;
}

test.each(['browser', 'electron'] as const)(
  'an oversized response and a gzip bomb (%s host) are cut at 10 MiB, and the main process grows by at most 50 MiB',
  { tags: ['@C12', '@F4'] },
  async (host) => {
    const open = await openConsole({ host, keychain: 'memory' });
    const fakeService = await startFakeService();
    try {
      await useProfile(open.page, fakeService.url);
      const get = () => callConsole(open.page, 'migrations', 'get', { id });
      // A reply of the maximum allowed size sets the baseline.
      fakeService.answer(`/api/v1/migrations/${id}`, { body: migrationOf(1, { note: 'x'.repeat(9 * mebibyte) }) });
      await get();
      const bomb = gzipSync(Buffer.alloc(200 * mebibyte));
      const zeroBytes = Buffer.alloc(mebibyte);
      const replies = {
        'gzip bomb': { headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, pieces: [bomb] },
        plain: {
          headers: { 'Content-Type': 'application/json' },
          pieces: Array.from({ length: 200 }, () => zeroBytes),
        },
      };
      for (const [kind, { headers, pieces }] of Object.entries(replies)) {
        fakeService.answer(`/api/v1/migrations/${id}`, (_request, reply) => {
          reply.writeHead(200, headers);
          pipeline(Readable.from(pieces), reply, () => undefined);
        });
        peakOf(open.pid);
        const before = peakOf(open.pid);
        const outcome = await get();
        expect({ kind, outcome }).toMatchObject({ outcome: { ok: false, error: { code: 'reply_too_large' } } });
        const growth = peakOf(open.pid) - before;
        expect(growth, kind).toBeLessThan(50);
      }
    } finally {
      await open.close();
      await fakeService.close();
    }
  },
);

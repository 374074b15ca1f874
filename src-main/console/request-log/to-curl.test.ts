import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';
import { toCurl } from './to-curl.ts';

const runs = process.env['FERRY_SOAK'] === '1' ? 1_000 : 100;
const folder = mkdtempSync(path.join(tmpdir(), 'ferry-curl-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// A fake curl that prints its arguments. The shell that parses the command is real.
writeFileSync(path.join(folder, 'curl'), '#!/bin/sh\nfor word in "$@"; do printf \'%s\\0\' "$word"; done\n');
chmodSync(path.join(folder, 'curl'), 0o755);
const argumentsOf = (command: string): string[] => {
  const env = { PATH: `${folder}:/usr/bin:/bin`, FERRY_API_KEY: 'the-key $(touch x) `id`', HOME: folder };
  const output = execFileSync('/bin/sh', ['-c', command], { env, cwd: folder, encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
};

const detail = (more: { path?: string; header?: [string, string]; body?: string }): RequestDetail => ({
  line: {
    id: 1,
    at: '2026-11-20T10:00:00.000Z',
    method: more.body === undefined ? 'GET' : 'POST',
    path: more.path ?? '/api/v1/migrations?page=1',
    host: 'api.example.com',
    status: 200,
    problem: null,
    tryNumber: 1,
    profileId: 'brightwater',
    triesAllowed: 3,
    totalMs: 1,
    replyBytes: 0,
    drift: 0,
    bulk: null,
  },
  operation: 'api.v1.migrations.list',
  origin: 'https://api.example.com',
  timing: { queueMs: 0, connectMs: null, firstByteMs: 1, totalMs: 1 },
  requestHeaders: [
    { kind: 'redacted', name: 'Authorization', note: 'Bearer, ····6789' },
    ...(more.header ? [{ kind: 'text' as const, name: more.header[0], value: more.header[1] }] : []),
  ],
  replyHeaders: [],
  requestBody: { bytes: 0, text: more.body ?? null, state: more.body === undefined ? 'none' : 'whole' },
  replyBody: { bytes: 0, text: null, state: 'none' },
  problemDetail: null,
  drift: [],
});

test('the copied command sends the same request, with the key from the environment', { tags: '@C31' }, () => {
  const command = toCurl(detail({ header: ['Accept', 'application/json'], body: '{}' }));
  expect(command).toContain('$FERRY_API_KEY');
  expect(argumentsOf(command)).toEqual([
    '--globoff',
    '--request',
    'POST',
    'https://api.example.com/api/v1/migrations?page=1',
    '-H',
    'Authorization: Bearer the-key $(touch x) `id`',
    '-H',
    'Accept: application/json',
    '--data-raw',
    '{}',
  ]);
});

test('nothing in a request is run or expanded by a real shell', { tags: ['@C31', '@T14'] }, () => {
  const hostileString = fc.string({
    unit: fc.constantFrom(...'\'"`$(){}[]\\;&|<>*?~!#\n\t aé€😀=:@%-'),
    maxLength: 40,
  });
  const text = fc.oneof(
    hostileString,
    fc.string({ unit: 'binary', maxLength: 40 }).map((any) => any.replaceAll('\0', '')),
  );
  fc.assert(
    fc.property(text, text, text, (query, header, body) => {
      const wellFormed = [query, header, body].map((part) => part.toWellFormed());
      const [inPath = '', inHeader = '', inBody = ''] = wellFormed;
      const command = toCurl(detail({ path: `/x?${inPath}`, header: ['X-Odd', inHeader], body: inBody }));
      const words = argumentsOf(command);
      expect(words).toHaveLength(10);
      expect(words[3]).toBe(`https://api.example.com/x?${inPath}`);
      expect(words[7]).toBe(`X-Odd: ${inHeader}`);
      expect(words[9]).toBe(inBody);
    }),
    { numRuns: runs },
  );
});

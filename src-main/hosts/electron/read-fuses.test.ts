import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readFuses } from './read-fuses.ts';

const wire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 8]),
  Buffer.from('01r00110'),
]);

async function read(bytes: Buffer) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-fuses-'));
  try {
    writeFileSync(path.join(folder, 'program'), bytes);
    return await readFuses(path.join(folder, 'program'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('fuses are read at any position of the program file', { tags: '@W8' }, async () => {
  const megabytes4 = 4 * 1024 * 1024;
  for (const before of [0, 100, megabytes4 - 40, megabytes4 - 10, megabytes4, megabytes4 + 7]) {
    const found = await read(Buffer.concat([Buffer.alloc(before, 7), wire, Buffer.alloc(200)]));
    expect(found?.map(({ state }) => state)).toEqual([
      'off',
      'on',
      'removed',
      'off',
      'off',
      'on',
      'on',
      'off',
      'unknown',
    ]);
    expect(found?.[0]).toEqual({ name: 'RunAsNode', state: 'off', wanted: 'off' });
  }
});

test('a program with no fuses or with unknown fuses is reported', { tags: '@W8' }, async () => {
  expect(await read(Buffer.alloc(1_000))).toBeNull();
  const newerBytes = Buffer.from(wire);
  newerBytes[32] = 2;
  expect(await read(newerBytes)).toBeNull();
});

import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { goodPassword, openDashboard } from '../testing/dashboard.ts';

/** 32 MiB of memory per hash (128 · N · r bytes). */
const scryptCost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_024 * 1_024 } as const;

test('dashboard: passwords are stored as salted scrypt hashes', { tags: ['@X24', '@T84'] }, async () => {
  const service = await openDashboard({ passwordHasher: undefined });
  try {
    for (const email of ['ada@example.com', 'tomas@example.com']) await service.join(email, 'owner');
    const stored = (await service.data.contents()).join('\n');
    const hashes = new Set([...stored.matchAll(/([0-9a-f]{32}):([0-9a-f]{128})/g)].map(([hash]) => hash));
    const [one = '', other = ''] = hashes;
    expect(one).not.toBe(other);
    for (const [salt = '', key] of [one.split(':'), other.split(':')])
      expect(scryptSync(goodPassword, salt, 64, scryptCost).toString('hex')).toBe(key);
  } finally {
    await service.end();
  }
});

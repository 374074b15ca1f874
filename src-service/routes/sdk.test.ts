import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { serviceVersion } from '../operations/service-version.ts';
import { openTestService } from '../testing/test-service.ts';

test(
  'the SDK script has a path for the latest version, for each major version and for each exact version',
  { tags: '@S1' },
  async () => {
    const builtFiles = await mkdtemp(path.join(tmpdir(), 'ferry-built-'));
    await mkdir(path.join(builtFiles, 'sdk'));
    await writeFile(path.join(builtFiles, 'sdk/ferry-sdk.js'), 'self.Ferry = {};');
    const service = await openTestService({ migrations: 0, companies: 0 }, { builtFiles });
    for (const [url, caching] of [
      ['/sdk/ferry-sdk.js', 'no-store'],
      ['/sdk/v1/ferry-sdk.js', 'public, max-age=300'],
      [`/sdk/${serviceVersion}/ferry-sdk.js`, 'public, max-age=31536000, immutable'],
    ] as const) {
      const { statusCode, headers, body } = await service.app.inject({ url, headers: { host: 'localhost' } });
      expect([statusCode, headers['cache-control'], body]).toEqual([200, caching, 'self.Ferry = {};']);
    }
    const other = await service.app.inject({ url: '/sdk/0.0.1/ferry-sdk.js', headers: { host: 'localhost' } });
    expect(other.statusCode).toBe(404);
    await service.end();
    await rm(builtFiles, { recursive: true });
  },
);

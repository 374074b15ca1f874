import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { serviceVersion } from '../operations/service-version.ts';
import { openTestService } from '../testing/test-service.ts';

test(
  'the SDK script has a path for the latest version, for each major version and for each released version',
  { tags: '@S1' },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ferry-built-'));
    const builtFiles = path.join(folder, 'dist');
    for (const [file, script] of [
      ['dist/sdk/ferry-sdk.js', 'self.Ferry = {};'],
      ['src-sdk/released/0.0.1.js', 'self.Ferry = 1;'],
      [`src-sdk/released/${serviceVersion}.js`, 'self.Ferry = 2;'],
    ] as const) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), script);
    }
    const service = await openTestService({ migrations: 0, companies: 0 }, { builtFiles });
    const immutable = 'public, max-age=31536000, immutable';
    for (const [url, caching, script = 'self.Ferry = {};'] of [
      ['/sdk/ferry-sdk.js', 'no-store'],
      ['/sdk/v1/ferry-sdk.js', 'public, max-age=300'],
      [`/sdk/${serviceVersion}/ferry-sdk.js`, immutable],
      ['/sdk/0.0.1/ferry-sdk.js', immutable, 'self.Ferry = 1;'],
    ] as const) {
      const { statusCode, headers, body } = await service.app.inject({ url, headers: { host: 'localhost' } });
      expect([statusCode, headers['cache-control'], body]).toEqual([200, caching, script]);
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    for (const version of ['0.0.2', '9.0.0']) {
      const missing = await service.app.inject({ url: `/sdk/${version}/ferry-sdk.js`, headers: { host: 'localhost' } });
      expect([missing.statusCode, missing.json()]).toMatchObject([
        404,
        { message: expect.stringContaining(`This service doesn't have version ${version} of the SDK.`) },
      ]);
      expect(missing.headers['cache-control']).not.toContain('immutable');
    }
    for (const version of ['..', '%2e%2e', '0.0.1%2f..', '0.0.1.js']) {
      const other = await service.app.inject({ url: `/sdk/${version}/ferry-sdk.js`, headers: { host: 'localhost' } });
      expect(other.statusCode).toBeGreaterThanOrEqual(404);
    }
    await service.end();
    await rm(folder, { recursive: true });
  },
);

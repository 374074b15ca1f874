import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { policyKey } from '#main/console/settings/managed-fields.ts';
import { readRegistryPolicies } from '#main/hosts/node/managed-policies.ts';

const hasWine = spawnSync('wine', ['--version']).error === undefined;
const key = `HKLM\\${policyKey}`;

/** Needs wine, whose `reg` has the output of Windows. */
test.skipIf(!hasWine)('registry policies that `reg` wrote are read', { timeout: 120_000 }, () => {
  const prefix = mkdtempSync(path.join(tmpdir(), 'ferry-wine-'));
  const wine = (...args: string[]): string =>
    execFileSync('wine', args, {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: prefix, WINEPREFIX: prefix, WINEDEBUG: '-all', DISPLAY: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 60_000,
    });
  const query = () => readRegistryPolicies(() => wine('reg', 'query', key, '/reg:64'));
  try {
    expect(query()).toBeNull();
    wine('reg', 'add', key, '/v', 'ReadOnly', '/t', 'REG_DWORD', '/d', '1', '/f', '/reg:64');
    wine('reg', 'add', key, '/v', 'Profiles', '/t', 'REG_SZ', '/d', '[{"name":"Our  org"}]', '/f', '/reg:64');
    expect(query()).toMatchObject({ values: { ReadOnly: 1, Profiles: '[{"name":"Our  org"}]' } });
  } finally {
    spawnSync('wineserver', ['-k'], { env: { PATH: process.env['PATH'], WINEPREFIX: prefix } });
    rmSync(prefix, { recursive: true, force: true });
  }
});

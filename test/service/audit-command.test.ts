import { expect, test } from 'vitest';
import { dataFolder } from './data-folder.ts';
import { callService, runService, runToEnd } from './run-service.ts';

interface Line {
  readonly number: number;
  readonly action: string;
  readonly by: string;
  readonly hash: string;
  readonly details?: Record<string, unknown>;
}

test(
  'audit verify and audit export work next to a running service; repeated refusals are one entry',
  { tags: '@X26' },
  async () => {
    const folder = dataFolder();
    const service = await runService(['--data', folder, '--migrations', '3']);
    const run = async (...args: string[]) => runToEnd([...args, '--data', folder]);
    const created = JSON.parse((await run('keys', 'create', '--description', 'two\nlines \u001b[31m')).stdout) as {
      id: string;
    };
    for (let call = 0; call < 40; call++) {
      await callService(service.line, '/api/v1/migrations', { bearer: `ferry_live_guess${call}` });
    }
    const first = JSON.parse((await run('audit', 'verify')).stdout) as { entries: number; head: string };
    expect(first).toEqual({ entries: 2, head: expect.stringMatching(/^[\da-f]{64}$/) });
    expect((await run('keys', 'revoke', created.id)).code).toBe(0);
    expect((await service.end()).code).toBe(0);
    const { stdout, stderr } = await run('audit', 'export');
    expect(stderr).toBe('');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    expect(lines.map(({ number, action, by }) => [number, action, by])).toEqual([
      [1, 'key.create', 'service'],
      [2, 'key.create', 'command line'],
      [3, 'key.revoke', 'command line'],
      [4, 'refusals', 'service'],
    ]);
    expect(lines[3]?.details).toEqual({ 'api.v1.migrations.list 401': 40 });
    expect(stdout).not.toContain('\u001b');
    const last = JSON.parse((await run('audit', 'verify', '--head', first.head)).stdout) as {
      entries: number;
      head: string;
    };
    expect(last).toEqual({ entries: 4, head: lines[3]?.hash });
    const unknown = await run('audit', 'verify', '--head', 'ab'.repeat(32));
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toMatch(/^No entry of the audit log has this hash\. .*\.\n$/);
    expect((await run('audit', 'verify', '--head', 'xyz')).stderr).toBe(
      '--head must be the 64 hexadecimal digits that audit verify printed, not "xyz".\n',
    );
  },
);

test('audit verify finds no fault while a service writes to the log', { tags: '@X26' }, async () => {
  const folder = dataFolder();
  const service = await runService(['--data', folder, '--migrations', '3', '--allow-control']);
  let writes = 0;
  const end = new AbortController();
  const writing = (async () => {
    while (!end.signal.aborted) {
      await callService(service.line, '/control/faults', { body: { rules: [] } });
      writes += 1;
    }
  })();
  for (let look = 0; look < 4; look++) {
    const before = writes;
    const { code, stderr } = await runToEnd(['audit', 'verify', '--data', folder]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(writes).toBeGreaterThan(before);
  }
  end.abort();
  await writing;
  await service.end();
});

test('revoking a key twice changes neither the time nor the log', { tags: '@X6' }, async () => {
  const folder = dataFolder();
  const service = await runService(['--data', folder, '--migrations', '3']);
  const run = async (...args: string[]) => runToEnd([...args, '--data', folder]);
  const { id } = JSON.parse((await run('keys', 'create', '--description', 'CI')).stdout) as { id: string };
  const keyOf = async () => {
    const keys = JSON.parse((await run('keys', 'list')).stdout) as { id: string; revoked: string | null }[];
    return keys.find((key) => key.id === id);
  };
  expect((await run('keys', 'revoke', id)).code).toBe(0);
  const revoked = await keyOf();
  expect(revoked?.revoked).toEqual(expect.any(String));
  expect((await run('keys', 'revoke', id)).code).toBe(0);
  expect(await keyOf()).toEqual(revoked);
  const lines = (await run('audit', 'export')).stdout.trimEnd().split('\n');
  const revocations = lines.map((line) => JSON.parse(line) as Line).filter(({ action }) => action === 'key.revoke');
  expect(revocations).toHaveLength(1);
  await service.end();
});

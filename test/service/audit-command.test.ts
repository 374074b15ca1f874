import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
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
  'audit verify and audit export work next to a running service, and repeated refusals are one entry',
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
  for (let round = 0; round < 4; round++) {
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
  const revokedKey = await keyOf();
  expect(revokedKey?.revoked).toEqual(expect.any(String));
  expect((await run('keys', 'revoke', id)).code).toBe(0);
  expect(await keyOf()).toEqual(revokedKey);
  const lines = (await run('audit', 'export')).stdout.trimEnd().split('\n');
  const revocations = lines.map((line) => JSON.parse(line) as Line).filter(({ action }) => action === 'key.revoke');
  expect(revocations).toHaveLength(1);
  await service.end();
});

test(
  'audit export follows the log, and continues after a kill without losing or repeating entries',
  { tags: '@X26' },
  async () => {
    const folder = dataFolder();
    const [file, cursor] = [`${folder}.jsonl`, `${folder}.cursor`];
    const run = async (...args: string[]) => runToEnd([...args, '--data', folder]);
    const numbersIn = (lines: string) =>
      lines
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as Line).number);
    await (await runService(['--data', folder, '--migrations', '3'])).end();
    const follower = await runService(['audit', 'export', '--follow', '--cursor', cursor, '--data', folder]);
    await run('keys', 'create', '--description', 'second');
    await expect.poll(() => readFileSync(cursor, 'utf8')).toBe('2\n');
    expect(numbersIn((await follower.end('SIGKILL')).stdout)).toEqual([1, 2]);
    await run('keys', 'create', '--description', 'third');
    expect(numbersIn((await run('audit', 'export', '--cursor', cursor)).stdout)).toEqual([3]);

    expect(await run('audit', 'export', '--to', file)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    // A killed export can leave a part of an entry.
    appendFileSync(file, '{"number":4,"at":"20');
    await run('keys', 'create', '--description', 'fourth');
    expect(await run('audit', 'export', '--to', file)).toMatchObject({ code: 0, stderr: '' });
    expect(numbersIn(readFileSync(file, 'utf8'))).toEqual([1, 2, 3, 4]);
    expect(await run('audit', 'verify', '--exported', file)).toMatchObject({ code: 0, stderr: '' });

    writeFileSync(file, readFileSync(file, 'utf8').replace('"third"', '"other"'));
    const verifyResult = await run('audit', 'verify', '--exported', file);
    expect(verifyResult).toMatchObject({
      code: 1,
      stderr: 'Entry 3 of the audit log, or an earlier entry, was changed.\n',
    });
    writeFileSync(file, 'my notes\n');
    const refusedRun = await run('audit', 'export', '--to', file);
    expect(refusedRun.code).toBe(2);
    expect(refusedRun.stderr).toContain("isn't an exported audit log");
    expect(readFileSync(file, 'utf8')).toBe('my notes\n');
  },
);

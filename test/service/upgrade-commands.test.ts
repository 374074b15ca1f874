import { expect, onTestFinished, test } from 'vitest';
import { isPostgres, makeDatabase } from '#service/testing/test-data.ts';
import { dataFolder } from './data-folder.ts';
import { earlier, runService, runToEnd } from './run-service.ts';

interface Status {
  readonly schema: number;
  readonly known: number;
  readonly pending: number;
  readonly instances: readonly { readonly schema: number | null }[];
  readonly obstacle: string | null;
  readonly safe: boolean;
}

test('status says whether an upgrade is safe, and migrate upgrades', { tags: '@X22' }, async () => {
  // Uses an empty database, because the tests' databases have the current schema.
  const place = isPostgres ? ['--database-url', await makeDatabase()] : ['--data', dataFolder()];
  const run = (...args: string[]) => runToEnd([...args, ...place]);
  const status = async (): Promise<Status & { code: number | null }> => {
    const { code, stdout, stderr } = await run('status');
    expect(stderr).toBe('');
    return { code, ...(JSON.parse(stdout) as Status) };
  };
  const oldRun = await runService([...place, '--migrations', '3'], earlier);
  onTestFinished(async () => void (await oldRun.end()));
  const running = await status();
  expect(running.pending).toBeGreaterThan(0);
  expect(running.pending).toBe(running.known - running.schema);
  // Instances of two versions share a database, but not a data folder.
  const schema = isPostgres ? running.schema : null;
  const obstacle = isPostgres ? null : 'A Ferry Service is using the folder. Stop the service first.';
  const code = isPostgres ? 0 : 1;
  expect(running).toMatchObject({ safe: isPostgres, code, instances: [{ schema }], obstacle });
  await oldRun.end();

  expect(await status()).toMatchObject({ safe: true, code: 0, instances: [], pending: running.pending });
  const { known, pending } = running;
  expect(JSON.parse((await run('migrate')).stdout)).toEqual({ schema: known, steps: pending });
  expect(await status()).toMatchObject({ safe: true, pending: 0, schema: known });
  expect(JSON.parse((await run('migrate')).stdout)).toEqual({ schema: known, steps: 0 });
});

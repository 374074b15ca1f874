import { createServer } from 'node:net';
import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { endsWithinMs } from '#test/fixtures/timing/prompt-end.ts';
import { processesLeft } from './processes.ts';
import { npmRun } from './running-command.ts';
import { temporaryFolder } from './temporary-folder.ts';

beforeAll(() => ensureBuild());

const startHost = (folder: string, ...more: string[]) =>
  npmRun('console:browser', ['--user-data', folder, '--no-open', ...more], { env: { FERRY_TEST_MARK: folder } });

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`console:browser prints one JSON line, and ${signal} to its PID stops all its processes with code 0`, async () => {
    using folder = temporaryFolder();
    using host = startHost(folder.path);
    const [line] = await host.output(/^\{.+\}\n/m);
    const { url, pid } = JSON.parse(line) as { url: string; pid: number };
    expect((await fetch(url)).status).toBe(200);
    const limitMs = await endsWithinMs();
    const requestedAt = performance.now();
    process.kill(pid, signal);
    expect(await host.ending()).toEqual({ code: 0, signal: null });
    expect(performance.now() - requestedAt).toBeLessThan(limitMs);
    expect(host.stdout).toBe(line);
    expect(await processesLeft(folder.path)).toEqual([]);
  });
}

test(
  'console:browser prints one sentence for a port in use, exits with code 2 and leaves no process',
  { tags: '@F24' },
  async () => {
    using folder = temporaryFolder();
    const takenServer = createServer().listen(0, '127.0.0.1');
    await once(takenServer, 'listening');
    const address = takenServer.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    using host = startHost(folder.path, '--port', port);
    expect((await host.ending()).code).toBe(2);
    takenServer.close();
    expect(host.stdout).toBe('');
    expect(host.stderr).toContain(`Port ${port} is in use. Choose another port with --port, or 0 for a free port.\n`);
    expect(host.stderr).not.toMatch(/^\s+at /m);
    expect(await processesLeft(folder.path)).toEqual([]);
  },
);

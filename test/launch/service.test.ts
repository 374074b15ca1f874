import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endsWithinMs } from '#test/fixtures/timing/prompt-end.ts';
import { processesLeft } from './processes.ts';
import { npmRun, type RunningCommand } from './running-command.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Ready {
  readonly url: string;
  readonly pid: number;
}

/** Starts the service on an empty folder and waits for its ready line. The folder's path identifies its processes. */
async function startService(folder: string) {
  const service = npmRun('service', ['--data', folder], { env: { FERRY_TEST_MARK: folder } });
  const [line] = await service.output(/^\{.+\}\n/m);
  return { service, ready: JSON.parse(line) as Ready, stopped: () => processesLeft(folder) };
}

test('the service command prints one JSON line on standard output, and the service responds', async () => {
  using folder = temporaryFolder();
  const { service, ready, stopped } = await startService(folder.path);
  using running = service;
  const reply = await fetch(`${ready.url}/healthz`);
  expect(reply.status).toBe(401);
  process.kill(ready.pid, 'SIGTERM');
  await running.ending();
  expect(running.stdout.trim().split('\n')).toHaveLength(1);
  expect(await stopped()).toEqual([]);
});

type StopService = (service: RunningCommand, pid: number) => void;
const clean = { code: 0, signal: null };
const stops: readonly (readonly [how: string, ending: object, stop: StopService])[] = [
  ['SIGTERM to its PID', clean, (_service, pid) => process.kill(pid, 'SIGTERM')],
  ['SIGINT to its PID', clean, (_service, pid) => process.kill(pid, 'SIGINT')],
  // npm's shell gets the signal too and dies from it, whatever the command's exit code is.
  ['Ctrl+C in its terminal', { code: null, signal: 'SIGINT' }, (service) => service.pressCtrlC()],
];

for (const [how, ending, stop] of stops) {
  test(`${how} stops all processes of the service command within 3 s`, async () => {
    using folder = temporaryFolder();
    const { service, ready, stopped } = await startService(folder.path);
    using running = service;
    const limitMs = await endsWithinMs();
    const requestedAt = performance.now();
    stop(running, ready.pid);
    expect(await running.ending()).toEqual(ending);
    expect(performance.now() - requestedAt).toBeLessThan(limitMs);
    expect(await stopped()).toEqual([]);
  });
}

test('no process of the service command is left after npm is stopped or killed', { tags: '@F24' }, async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    using folder = temporaryFolder();
    const { service, stopped } = await startService(folder.path);
    using running = service;
    running.child.kill(signal);
    await running.ending();
    expect(await stopped()).toEqual([]);
  }
});

test(
  'a wrong flag and a port in use each print one sentence and make the service command exit with code 2',
  { tags: '@F24' },
  async () => {
    using folder = temporaryFolder();
    const takenServer = createServer().listen(0, '127.0.0.1');
    await once(takenServer, 'listening');
    const address = takenServer.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    for (const [args, sentence] of [
      [['--nonsense'], /--nonsense/],
      [['--data', folder.path, '--port', port], new RegExp(port)],
    ] as const) {
      using service = npmRun('service', [...args]);
      expect(await service.ending()).toEqual({ code: 2, signal: null });
      expect(service.stdout).toBe('');
      expect(service.stderr.trim()).toMatch(sentence);
      expect(service.stderr.trim().split('\n')).toHaveLength(1);
    }
    takenServer.close();
  },
);

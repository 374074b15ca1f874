import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { canMount, smallDisk } from '#test/fixtures/system/small-disk.ts';
import { dataFolder } from './data-folder.ts';
import { callService, type RunningProcess, runService } from './run-service.ts';

const flags = ['--ops-port', '0', '--migrations', '50', '--companies', '5', '--log-level', 'error'];

/** A service on a nearly full disk, and a function that frees space. */
interface FullDisk {
  readonly service: RunningProcess;
  makeRoom(): void;
}

const limitedFile = async (): Promise<FullDisk> => {
  const around = ['prlimit', '--fsize=800000:unlimited'];
  const service = await runService(['--data', dataFolder(), ...flags], { around });
  // `prlimit` execs the service, so both have the same process id.
  const lift = ['--pid', String(service.line.pid), '--fsize=unlimited:unlimited'];
  return { service, makeRoom: () => void execFileSync('prlimit', lift) };
};

const fullDisk = async (): Promise<FullDisk> => {
  const disk = smallDisk('2m');
  onTestFinished(disk.remove);
  const service = await runService(['--data', join(disk.folder, 'data'), ...flags]);
  disk.fill();
  return { service, makeRoom: disk.makeRoom };
};

// Mounting needs root; a file-size limit doesn't.
const ways = [
  ['at the limit of a file size', limitedFile] as const,
  ...(canMount() ? [['on a full disk', fullDisk] as const] : []),
];

test.each(ways)(
  'a write %s fails with a 503, /readyz agrees, and the service keeps running',
  { tags: ['@X1', '@F27'] },
  async (_way, prepare) => {
    const { service, makeRoom } = await prepare();
    const make = () => callService(service.line, '/api/v1/link-token', { body: {} });
    const created: string[] = [];
    let refused = await make();
    while (refused.status === 200 && created.length < 20_000) {
      created.push(String(refused.body['link_token']));
      refused = await make();
    }
    expect(refused).toEqual({
      status: 503,
      body: { type: 'api_error', message: "The service can't reach its data. Try again in 1 s." },
    });
    const { url, apiKey, opsUrl } = service.line;
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const again = await fetch(`${url}/api/v1/link-token`, { method: 'POST', headers, body: '{}' });
    expect([again.status, again.headers.get('retry-after')]).toEqual([503, '1']);
    const isReady = async () => (await fetch(`${opsUrl}/readyz`)).status;
    await expect.poll(isReady).toBe(503);
    expect((await callService(service.line, '/api/v1/migrations')).status).toBe(200);
    expect((await callService(service.line, '/healthz')).status).toBe(200);
    makeRoom();
    expect(await isReady()).toBe(200);
    const laterResult = await make();
    expect(laterResult.status).toBe(200);
    const linkToken = String(laterResult.body['link_token']);
    const exchange = { bearer: linkToken, body: { link_token: linkToken } };
    expect((await callService(service.line, '/api/v1/access-token', exchange)).status).toBe(200);
    expect((await service.end()).code).toBe(0);
  },
);

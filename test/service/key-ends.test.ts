import { connect } from 'node:net';
import type { StoredApiKey } from '#service/store/key-store.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { dataFolder } from './data-folder.ts';
import { callService, type RunningProcess, runService, runToEnd, type ServiceLine } from './run-service.ts';

let running: RunningProcess | undefined;
afterEach(async () => {
  await running?.end();
  running = undefined;
});
const start = async (args: readonly string[]): Promise<ServiceLine> => {
  running = await runService([...args, '--migrations', '1', '--companies', '1', '--log-level', 'silent']);
  return running.line;
};
const stop = async (signal?: NodeJS.Signals): Promise<void> => {
  await running?.end(signal);
  running = undefined;
};

const newLinkToken = async (line: ServiceLine, bearer = line.apiKey): Promise<string> =>
  String((await callService(line, '/api/v1/link-token', { bearer, body: {} })).body['link_token']);
const exchange = (line: ServiceLine, token: string) =>
  callService(line, '/api/v1/access-token', { bearer: token, body: { link_token: token } });

/** Everything created with a key: a link token, an access token, and a modal with an unfinished login. */
interface CreatedTokens {
  readonly linkToken: string;
  readonly accessToken: string;
  readonly modal: string;
}
const makeAll = async (line: ServiceLine, bearer = line.apiKey): Promise<CreatedTokens> => {
  const first = await newLinkToken(line, bearer);
  const accessToken = String((await exchange(line, first)).body['access_token']);
  const open = { bearer: accessToken, body: { user_id: 'a@b.example' } };
  const { body } = await callService(line, '/api/v1/migration-modal', open);
  return { linkToken: await newLinkToken(line, bearer), accessToken, modal: new URL(String(body['url'])).pathname };
};

/** Returns the statuses of the exchange, the access token and a login in the modal, and the modal's own state. */
const tryAll = async (line: ServiceLine, { linkToken, accessToken, modal }: CreatedTokens) => {
  const { body } = await callService(line, `${modal}/state`);
  return {
    link: (await exchange(line, linkToken)).status,
    access: (await callService(line, '/api/v1/migration-modal', { bearer: accessToken })).status,
    modal: (await callService(line, `${modal}/provider`, { body: { provider: 'Ledgerline' } })).status,
    sessionOver: body['session_over'],
  };
};
const over = { link: 401, access: 401, modal: 410, sessionOver: true };
const alive = { link: 200, access: 200, modal: 200, sessionOver: false };
const expectAbandoned = async (line: ServiceLine, { modal }: CreatedTokens): Promise<void> => {
  const state = async () => (await callService(line, `${modal}/state`)).body;
  await expect.poll(state).toMatchObject({ status: 'LOGIN_ABANDONED', reason: 'session_over' });
};

describe('everything created with a key is revoked with it', { tags: '@X2' }, () => {
  test('`keys revoke` revokes everything created with the key while the service runs', { tags: '@T34' }, async () => {
    const folder = dataFolder();
    const line = await start(['--data', folder]);
    const args = ['--data', folder, '--description', 'short'];
    const { id, apiKey } = JSON.parse((await runToEnd(['keys', 'create', ...args])).stdout) as Record<string, string>;
    const [created, others] = [await makeAll(line, apiKey), await makeAll(line)];
    expect((await runToEnd(['keys', 'revoke', id ?? '', '--data', folder])).code).toBe(0);
    expect(await tryAll(line, created)).toEqual(over);
    await expectAbandoned(line, created);
    expect(await tryAll(line, others)).toEqual(alive);
  });

  test('`keys create` limits a key to a time and to addresses', { tags: '@X6' }, async () => {
    const folder = dataFolder();
    const line = await start(['--data', folder]);
    const create = (...limits: string[]) =>
      runToEnd(['keys', 'create', '--data', folder, '--description', 'limited', ...limits]);
    const statusOf = async (...limits: string[]) => {
      const { apiKey } = JSON.parse((await create(...limits)).stdout) as { apiKey: string };
      return (await callService(line, '/healthz', { bearer: apiKey })).status;
    };
    expect(await statusOf('--expires-in', '90d', '--allowed-ips', '127.0.0.0/8,::1')).toBe(200);
    expect(await statusOf('--allowed-ips', '192.0.2.1')).toBe(403);
    const keys = JSON.parse((await runToEnd(['keys', 'list', '--data', folder])).stdout) as StoredApiKey[];
    expect(keys.map(({ expires, addresses }) => [expires === null, addresses])).toEqual([
      [true, []],
      [false, ['127.0.0.0/8', '::1']],
      [true, ['192.0.2.1']],
    ]);
    expect((await create('--expires-in', '0d')).stderr).toBe(
      '--expires-in must be a duration from 1h to 3650d, such as 90d, not "0d".\n',
    );
    expect((await create('--allowed-ips', '10.0.0.0/40')).stderr).toMatch(/“10\.0\.0\.0\/40” isn't an IP address/);
  });

  test('revoking a key with a control request revokes everything created with the key', { tags: '@T34' }, async () => {
    const line = await start(['--allow-control']);
    const { id, apiKey } = (await callService(line, '/control/keys', { body: { description: 'short' } })).body;
    const [created, others] = [await makeAll(line, String(apiKey)), await makeAll(line)];
    expect((await callService(line, `/control/keys/${id}/revoke`, { body: {} })).status).toBe(200);
    expect(await tryAll(line, created)).toEqual(over);
    await expectAbandoned(line, created);
    expect(await tryAll(line, others)).toEqual(alive);
  });

  test('after control revokes a session key, no later session key restores it', { tags: '@T34' }, async () => {
    const flags = ['--data', dataFolder(), '--allow-control', '--session-key'];
    const line = await start(flags);
    const { apiKey: lastingKey } = (await callService(line, '/control/keys', { body: { description: 'lasting' } }))
      .body;
    const [created, others] = [await makeAll(line), await makeAll(line, String(lastingKey))];
    expect((await callService(line, '/control/keys/session/revoke', { body: {} })).body).toEqual({
      id: 'session',
      revoked: true,
    });
    expect((await callService(line, '/healthz')).status).toBe(401);
    expect(await tryAll(line, created)).toEqual(over);
    await expectAbandoned(line, created);
    const again = { bearer: String(lastingKey), body: {} };
    expect((await callService(line, '/control/keys/session/revoke', again)).status).toBe(404);
    expect(await tryAll(line, others)).toEqual(alive);
    await stop();
    expect(await tryAll(await start(flags), created)).toMatchObject({ ...over, modal: 410 });
  });

  test(
    'a later start without a session key revokes the tokens of the earlier session key',
    { tags: '@T34' },
    async () => {
      const folder = dataFolder();
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        const created = await makeAll(await start(['--data', folder, '--session-key']));
        await stop(signal);
        const line = await start(['--data', folder]);
        expect(await tryAll(line, created)).toEqual(over);
        await expectAbandoned(line, created);
        await stop();
      }
    },
  );

  test(
    'tokens of a session key stay valid until they expire, even after the next start',
    { tags: '@T34' },
    async () => {
      const flags = ['--data', dataFolder(), '--allow-control', '--session-key'];
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        const first = await start(flags);
        const created = await makeAll(first);
        await stop(signal);
        const line = await start(flags);
        expect((await callService(line, '/healthz', { bearer: first.apiKey })).status).toBe(401);
        expect(await tryAll(line, created)).toEqual(alive);
        await callService(line, '/control/clock', { body: { advance_seconds: 3_601 } });
        expect(await tryAll(line, created)).toEqual(over);
        await stop();
      }
    },
  );

  test('a reset revokes the tokens of a session key, and the key stays valid', { tags: '@T34' }, async () => {
    const line = await start(['--allow-control', '--session-key']);
    const { linkToken, accessToken, modal } = await makeAll(line);
    expect((await callService(line, '/control/reset', { body: {} })).status).toBe(200);
    expect((await exchange(line, linkToken)).status).toBe(401);
    expect((await callService(line, '/api/v1/migration-modal', { bearer: accessToken })).status).toBe(401);
    expect((await callService(line, `${modal}/state`)).status).toBe(404);
    expect((await callService(line, '/healthz')).status).toBe(200);
  });
});

/** Sends a POST's head, waits until the service has read it, runs `meanwhile`, and sends the body. */
const postSlowly = async (line: ServiceLine, path: string, bearer: string, meanwhile: () => Promise<unknown>) => {
  const { hostname, port, host } = new URL(line.url);
  const body = '{"description":"kept"}';
  const socket = connect(Number(port), hostname);
  let reply = '';
  socket.setEncoding('latin1').on('data', (text: string) => (reply += text));
  const exit = new Promise((resolve) => socket.once('close', resolve));
  const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${bearer}`, 'Connection: close'];
  socket.write([...head, 'Content-Type: application/json', `Content-Length: ${body.length}`, '', '{'].join('\r\n'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await meanwhile();
  socket.write(body.slice(1));
  await exit;
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1]);
};

describe('a key revoked before the body of its request has arrived', { tags: '@X2' }, () => {
  test.each(['/api/v1/link-token', '/control/keys'])('creates nothing at %s', { tags: '@T34' }, async (path) => {
    const line = await start(['--allow-control', '--session-key']);
    const { id, apiKey } = (await callService(line, '/control/keys', { body: { description: 'short' } })).body;
    const revoke = (which: unknown) => callService(line, `/control/keys/${which}/revoke`, { body: {} });
    expect(await postSlowly(line, path, String(apiKey), () => revoke(id))).toBe(401);
    expect(await postSlowly(line, path, line.apiKey, () => revoke('session'))).toBe(401);
  });
});

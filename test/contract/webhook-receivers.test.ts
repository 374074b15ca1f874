import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { hmacSha256, newWebhookSecret } from '#service/webhooks/webhook-secrets.ts';
import { signatureHeaders } from '#shared/webhooks-api/signature.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { listeningPorts } from '#test/fixtures/network/listening-ports.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { type ReceiverId, receivers } from '../../src-renderer/pages/webhooks/code/receivers.ts';

const isThere = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const folders: string[] = [];
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Writes a receiver's files as a user would, and returns its folder. */
function write(id: ReceiverId): { readonly folder: string; readonly file: string } {
  const receiver = receivers.find((each) => each.id === id);
  if (!receiver) throw new Error(id);
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-receiver-'));
  folders.push(folder);
  const file = path.join(folder, receiver.file);
  writeFileSync(file, receiver.code);
  return { folder, file };
}

const event = (sequence: number, status: string) =>
  JSON.stringify({
    type: 'migration.status_updated',
    timestamp: '2026-11-20T13:29:31.402Z',
    data: { id: '91b7e3f4-0c52-4d1b-9f6e-2a7c5be0b649', status, company_id: 'Bäckerei „Grün“ 株' },
    previous_status: 'WORKING',
    sequence,
  });

/** Starts a receiver on a free port, and returns its output. */
async function start(command: string, args: readonly string[], folder: string, secret: string) {
  const env = { ...process.env, PORT: '0', FERRY_WEBHOOK_SECRET: secret };
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += String(data)));
  const port = await eventually(() => {
    const [first] = listeningPorts(child.pid ?? 0);
    if (first === undefined) throw new Error(`It does not listen: ${printed}`);
    return first;
  });
  const send = async (headers: Readonly<Record<string, string>>, body: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}/hooks`, {
      method: 'POST',
      // The receiver could close a kept connection just as the test reuses it.
      headers: { ...headers, connection: 'close' },
      body,
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  return { send, printed: () => printed };
}

/** Invalid webhook secrets. With most of them, anyone could forge a signature. */
const noSecrets: Readonly<Record<string, string | undefined>> = {
  missing: undefined,
  empty: '',
  'nothing behind whsec_': 'whsec_',
  'nothing but padding': 'whsec_====',
  '23 bytes': `whsec_${Buffer.alloc(23, 7).toString('base64')}`,
  'no base64': `whsec_${'*'.repeat(44)}`,
};

/** Proves that a receiver exits instead of listening with an invalid secret. */
async function proveRefusal(command: string, args: readonly string[], folder: string) {
  const ends = Object.entries(noSecrets).map(async ([name, secret]) => {
    // `spawn` leaves undefined variables out of the environment.
    const env = { ...process.env, PORT: '0', FERRY_WEBHOOK_SECRET: secret };
    const child = spawn(command, args, { cwd: folder, env, stdio: 'ignore' });
    running.push(child);
    await eventually(() => {
      if (child.exitCode === null && listeningPorts(child.pid ?? 0).length === 0) throw new Error('It still starts');
    });
    return [name, child.exitCode];
  });
  expect(await Promise.all(ends)).toEqual(Object.keys(noSecrets).map((name) => [name, 1]));
}

const seconds = (): number => Math.floor(Date.now() / 1_000);

/** Checks every receiver against valid and invalid requests. */
async function proveReceiver(command: string, args: readonly string[], folder: string) {
  const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
  const { send, printed } = await start(command, args, folder, secret);
  const signed = (id: string, body: string, secrets = [secret], timestamp = seconds()) =>
    signatureHeaders(hmacSha256, secrets, { id, timestamp, body });
  const first = event(2, 'COMPLETE');

  expect(await send(signed('evt_1', first), first)).toBe(204);
  expect(await send(signed('evt_rotation', first, [other, secret]), first)).toBe(204);
  expect(await send(signed('evt_wrong', first, [other]), first)).toBe(401);
  expect(await send(signed('evt_changed', first), `${first} `)).toBe(401);
  expect(await send({ ...signed('evt_1', first), 'webhook-id': 'evt_other' }, first)).toBe(401);
  expect(await send(signed('evt_old', first, [secret], seconds() - 310), first)).toBe(401);
  expect(await send(signed('evt_ahead', first, [secret], seconds() + 400), first)).toBe(401);
  const bare = signed('evt_bare', first);
  const signature = bare['webhook-signature'] ?? '';
  expect(await send({ ...bare, 'webhook-signature': signature.replace('v1,', '') }, first)).toBe(401);
  expect(await send({}, first)).toBe(401);
  expect(await send(signed('evt_1', first), first)).toBe(204);
  const late = event(1, 'WORKING');
  expect(await send(signed('evt_0', late), late)).toBe(204);
  const next = event(3, 'FAILED');
  expect(await send(signed('evt_3', next), next)).toBe(204);
  return { printed, broken: () => send(signed('evt_broken', '{'), '{') };
}

/** Also checks that a receiver parses an event's JSON and answers invalid JSON with an error. */
async function proveReader(command: string, args: readonly string[], folder: string) {
  const { printed, broken } = await proveReceiver(command, args, folder);
  await eventually(() => expect(printed()).toContain('91b7e3f4-0c52-4d1b-9f6e-2a7c5be0b649 is FAILED'));
  expect(printed().match(/is COMPLETE/g)).toHaveLength(1);
  expect(printed()).not.toContain('is WORKING');
  // A receiver answers an unreadable event with a valid signature with 500, so that the service retries it.
  expect(await broken()).toBe(500);
}

describe('the receivers on the Webhooks page', { tags: '@W10' }, () => {
  test('the Node receiver accepts a valid event once and rejects the rest', async () => {
    const { folder, file } = write('node');
    await expect(proveReader(process.execPath, [file], folder)).resolves.toBeUndefined();
  });

  test('the Python receiver accepts a valid event once and rejects the rest', async () => {
    const { folder, file } = write('python');
    await expect(proveReader('python3', ['-u', file], folder)).resolves.toBeUndefined();
  });

  test('the Node and Python receivers don’t start with an invalid secret', async () => {
    await proveRefusal(process.execPath, [write('node').file], tmpdir());
    await expect(proveRefusal('python3', ['-u', write('python').file], tmpdir())).resolves.toBeUndefined();
  });

  test.skipIf(!isThere('javac', '-version'))('the Java receiver compiles, and the soak test runs it', async () => {
    const { folder, file } = write('java');
    expect(spawnSync('javac', ['-Xlint:all', '-Werror', '-d', folder, file], { encoding: 'utf8' }).stderr).toBe('');
    if (!isSoak) return;
    await proveReceiver('java', ['-cp', folder, 'Receiver'], folder);
    await proveRefusal('java', ['-cp', folder, 'Receiver'], folder);
  });

  test.skipIf(!isThere('gofmt', '-h'))(
    'the Go receiver is formatted like gofmt, and the soak test runs it',
    async () => {
      const { folder, file } = write('go');
      expect(execFileSync('gofmt', ['-d', '-e', file], { encoding: 'utf8' })).toBe('');
      if (!isSoak) return;
      const program = path.join(folder, 'receiver');
      execFileSync('go', ['build', '-o', program, file], { stdio: 'pipe' });
      await expect(proveReader(program, [], folder)).resolves.toBeUndefined();
      await proveRefusal(program, [], folder);
    },
  );

  test.skipIf(!isThere('php', '-v'))('the PHP receiver is valid PHP', () => {
    expect(execFileSync('php', ['-l', write('php').file], { encoding: 'utf8' })).toContain('No syntax errors');
  });

  test.skipIf(!isThere('mcs', '--version'))('the C# verification code compiles', () => {
    const { folder, file } = write('csharp');
    const [, code = ''] = (receivers.find(({ id }) => id === 'csharp')?.code ?? '').split(
      /(?=static class FerryWebhook)/,
    );
    const usingDirectives = ['System', 'System.Linq', 'System.Security.Cryptography', 'System.Text'];
    // The installed compiler lacks constant-time comparison and ASP.NET Core, so the test adds stubs.
    const stand =
      'static class CryptographicOperations { public static bool FixedTimeEquals(byte[] a, byte[] b) { return a.SequenceEqual(b); } }';
    writeFileSync(file, [...usingDirectives.map((name) => `using ${name};`), code, stand].join('\n'));
    const args = ['-target:library', `-out:${path.join(folder, 'check.dll')}`, file];
    expect(spawnSync('mcs', args, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});

import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { promptMs } from '#test/fixtures/timing/prompt-end.ts';
import { startUntilReady } from '#test/fixtures/system/ready-line.ts';
import { startKeyring } from './keyring.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';

/** Opens a session with the one-time link and makes calls like a page. */
async function openSession(link: string) {
  const { origin, hash } = new URL(link);
  const startedReply = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: hash.replace('#start=', '') }),
  });
  const cookie = startedReply.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { secret } = (await startedReply.json()) as { secret: string };
  return async (topic: string, verb: string, args: unknown): Promise<{ value: Record<string, unknown> }> => {
    const reply = await fetch(`${origin}/calls/${topic}/${verb}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Ferry-Session': secret,
        'X-Ferry-Call': crypto.randomUUID(),
        cookie,
      },
      body: JSON.stringify(args),
    });
    return (await reply.json()) as { value: Record<string, unknown> };
  };
}

test('the console stops on a signal, even if the keychain never answers', { tags: ['@C2', '@F8'] }, async () => {
  const ring = await startKeyring();
  await ring.start('password');
  const userData = mkdtempSync(path.join(tmpdir(), 'ferry-quit-'));
  const program = path.join(projectRoot, 'out/browser-host/main.mjs');
  const host = await startUntilReady<{ url: string }>(
    process.execPath,
    [program, '--no-open', '--user-data', userData],
    {
      env: ring.env,
    },
  );
  const call = await openSession(host.ready.url);
  const draft = { name: 'Brightwater', environment: 'test', baseURL: 'https://api.example.com' };
  const { value } = await call('profiles', 'add', draft);
  ring.freeze();
  const state = await call('apiKey', 'state', { profileId: value['id'] });
  expect(state.value).toMatchObject({ keychain: { state: 'slow' } });
  const limitMs = await promptMs(10_000);
  const startedAt = performance.now();
  expect(await host.stop()).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(limitMs);
  // The console released its folder before it exited.
  expect(readdirSync(userData)).not.toContain('ferry-console.lock');
  await ring.close();
  await removeFolder(userData);
});

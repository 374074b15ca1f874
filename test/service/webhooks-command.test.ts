import { expect, onTestFinished, test } from 'vitest';
import { isVerified, startReceiver } from '#service/testing/webhook-receiver.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { dataFolder } from './data-folder.ts';
import { callService, runService, runToEnd } from './run-service.ts';

test(
  'the webhooks commands work next to a running service, and each wrong use prints one sentence',
  { tags: '@X23', timeout: 180_000 },
  async () => {
    const folder = dataFolder();
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const service = await runService(['--data', folder, '--migrations', '1', '--webhooks-allow-loopback']);
    const webhooks = (...args: string[]) => runToEnd(['webhooks', ...args, '--data', folder]);
    const refused = async (...args: string[]) => {
      const { code, stdout, stderr } = await webhooks(...args);
      expect([code, stdout]).toEqual([2, '']);
      return stderr;
    };

    const added = await webhooks('add', receiver.url, '--webhooks-allow-loopback', '--statuses', 'FAILED,COMPLETE');
    expect(added.stderr).toBe('');
    const { id, secret } = JSON.parse(added.stdout) as { id: string; secret: string };
    expect([id, secret]).toEqual([expect.stringMatching(/^ep_/), expect.stringMatching(/^whsec_/)]);
    expect(JSON.parse((await webhooks('list')).stdout)).toMatchObject([
      { id, url: receiver.url, statuses: ['COMPLETE', 'FAILED'], disabled: false },
    ]);
    await callService(service.line, `/webhooks/v1/endpoints/${id}/test`, { body: {} });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received.every((webhook) => isVerified(webhook, secret))).toBe(true);
    await eventually(async () =>
      expect(JSON.parse((await webhooks('deliveries', '--endpoint', id, '--limit', '1')).stdout)).toMatchObject([
        { endpoint: id, state: 'delivered', attempts: [{ status: 204 }] },
      ]),
    );
    const rotated = JSON.parse((await webhooks('rotate', id)).stdout) as {
      secret: string;
      previousSecretUntil: string;
    };
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.previousSecretUntil)).toBeGreaterThan(Date.now());

    expect(await refused('add', receiver.url)).toBe("The URL isn't allowed: url must start with https://.\n");
    expect(await refused('add', 'https://10.0.0.1/')).toContain('must have a public address');
    expect(await refused('add', 'https://user:canary@hooks.example.com/')).not.toContain('canary');
    expect(await refused('add')).toBe('webhooks add needs <url>; see webhooks add --help.\n');
    expect(await refused('add', 'https://hooks.example.com/', '--statuses', 'DONE')).toBe(
      '--statuses must be a list of statuses such as FAILED,COMPLETE, not "DONE".\n',
    );
    expect(await refused('add', 'https://hooks.example.com/', '--organization', 'Missing')).toContain(
      "The organization Missing doesn't exist",
    );
    expect(await refused('rotate', 'ep_0')).toContain('There is no endpoint with this ID');
    expect(await refused('remove', 'ep_0')).toContain('There is no endpoint with this ID');

    expect((await webhooks('remove', id)).code).toBe(0);
    expect(JSON.parse((await webhooks('list')).stdout)).toEqual([]);
    const exported = (await runToEnd(['audit', 'export', '--data', folder])).stdout.trim().split('\n');
    const own = exported
      .map((line) => JSON.parse(line))
      .filter(({ subject, by }) => subject === id && by === 'command line');
    expect(own.map(({ action }) => action)).toEqual(['webhook.create', 'webhook.rotate', 'webhook.remove']);
    expect(exported.join('\n')).not.toContain(secret.slice(6));
    expect((await service.end()).code).toBe(0);
  },
);

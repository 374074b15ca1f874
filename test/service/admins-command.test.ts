import { beforeAll, expect, test } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { dataFolder } from './data-folder.ts';
import { callService, oneStream, runService, runToEnd } from './run-service.ts';

beforeAll(() => ensureBuild(), 300_000);

const post = async (url: string, path: string, body: object): Promise<number> => {
  const reply = await fetch(`${url}/dashboard/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });
  return reply.status;
};

test(
  'admins invite works next to a running service, prints a one-time link and creates the organization',
  { tags: '@X24' },
  async () => {
    const folder = dataFolder();
    const run = (...args: string[]) => runToEnd(['admins', 'invite', ...args, '--data', folder]);
    const bareRun = await runService(['--data', folder, '--migrations', '3']);
    // Without the flag there is no dashboard, so a link would have no target.
    expect((await fetch(`${bareRun.line.url}/dashboard`)).status).toBe(404);
    const features = (await (await fetch(`${bareRun.line.url}/.well-known/ferry`)).json()) as Record<string, unknown>;
    expect(features['dashboard_url']).toBeUndefined();
    const unknownResult = await run('ada@example.com', '--organization', 'Acme');
    expect([unknownResult.code, unknownResult.stderr]).toEqual([
      2,
      "The dashboard hasn't run with this data yet. Start the service with --dashboard first.\n",
    ]);
    await bareRun.end();

    const service = await runService(['--data', folder, '--dashboard', '--invite-owner', 'first@example.com']);
    const { url } = service.line;
    const known = (await (await fetch(`${url}/.well-known/ferry`)).json()) as Record<string, unknown>;
    expect(known['dashboard_url']).toBe(`${url}/dashboard/`);
    // Passkeys need a host name.
    const linkStart = `http://localhost:${new URL(url).port}/dashboard/#/invitation/`;
    expect(service.output().stdout).toContain(`"invitationUrl":"${linkStart}`);
    const { code, stdout, stderr } = await run('Ada@Example.com', '--organization', 'Acme', '--role', 'admin');
    expect([code, stderr]).toEqual([0, '']);
    const link = JSON.parse(stdout) as { url: string; expiresAt: string };
    const hoursLeft = (Date.parse(link.expiresAt) - Date.now()) / 3_600_000;
    expect([Object.keys(link), hoursLeft > 23.9 && hoursLeft <= 24]).toEqual([['url', 'expiresAt'], true]);
    expect(link.url.startsWith(linkStart)).toBe(true);
    const token = link.url.slice(linkStart.length);
    const newUser = { token, name: 'Ada', password: 'kettle orbit walnut 7' };
    expect(await post(url, '/invitation/accept', newUser)).toBe(200);
    expect(await post(url, '/invitation/accept', newUser)).toBe(410);
    expect((await service.end()).code).toBe(0);

    for (const name of ['acme', ' ACME ']) {
      const second = await run('bob@example.com', '--organization', name);
      expect([second.code, second.stdout, second.stderr]).toEqual([
        2,
        '',
        `The organization "Acme" already exists. Use this exact name, not "${name.trim()}".\n`,
      ]);
      const key = await runToEnd(['keys', 'create', '--description', 'k', '--organization', name, '--data', folder]);
      expect([key.code, key.stdout]).toEqual([2, '']);
    }

    // The JSON comes before the sentence.
    await runToEnd(['admins', 'grant', 'ada@example.com', '--data', folder]);
    const revoked = await runToEnd(['admins', 'revoke', 'ada@example.com', '--data', folder], oneStream);
    expect(revoked.stdout).toBe(
      '{"email":"ada@example.com","instanceAdmin":false}\nNo instance administrator is left. Only the command line can manage organizations now.\n',
    );

    // Reading the same data with the command line keeps the stored public URL.
    const publicUrl = 'https://x.example/ferry';
    await (await runService(['--data', folder, '--dashboard', '--public-url', publicUrl])).end();
    await (await runService(['--data', folder, '--dashboard'])).end();
    const { stdout: laterRun } = await run('bob@example.com', '--organization', 'Acme');
    expect(laterRun).toContain(`"url":"${publicUrl}/dashboard/#/invitation/`);
    expect((await run('bob', '--organization', 'Acme')).stderr).toBe(
      '<email> must be an email address such as ada@example.com, not "bob".\n',
    );
  },
);

test(
  'keys list shows who created a key and its last use, which the service saves at shutdown',
  { tags: '@X24' },
  async () => {
    const folder = dataFolder();
    const service = await runService(['--data', folder, '--migrations', '3']);
    await callService(service.line, '/api/v1/migrations');
    await service.end();
    await runToEnd(['keys', 'create', '--description', 'CI', '--data', folder]);
    const { stdout } = await runToEnd(['keys', 'list', '--data', folder]);
    const keys = JSON.parse(stdout) as { description: string; madeBy: string; lastUsed: string | null }[];
    expect(keys.map(({ madeBy, lastUsed }) => [madeBy, lastUsed === null])).toEqual([
      ['service', false],
      ['command line', true],
    ]);
  },
);

import { beforeAll, expect, test } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { dataFolder } from './data-folder.ts';
import { callService, runService, runToEnd } from './run-service.ts';

beforeAll(() => ensureBuild(), 300_000);

test(
  "the organizations and admins commands work next to a running service and print the dashboard's messages",
  { tags: '@X24' },
  async () => {
    const folder = dataFolder();
    const service = await runService(['--data', folder, '--migrations', '3', '--dashboard']);
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runToEnd([...args, '--data', folder]);
      return [code, stdout === '' ? '' : (JSON.parse(stdout) as unknown), stderr] as const;
    };
    const organizations = (...args: string[]) => run('organizations', ...args);
    const [, created] = await organizations('create', 'Acme', '--owner', 'ada@example.com');
    expect(created).toMatchObject({ name: 'Acme', url: expect.stringContaining('#/invitation/') });
    const taken = 'An organization with this name already exists; capitalization is ignored. Choose another name.\n';
    expect(await organizations('create', 'ACME')).toEqual([2, '', taken]);
    expect((await organizations('rename', 'Acme', 'Acme GmbH'))[1]).toMatchObject({ name: 'Acme GmbH' });
    const { id } = created as { readonly id: string };
    expect((await organizations('suspend', id, '--reason', 'Unpaid'))[1]).toMatchObject({ suspended: true });
    expect((await organizations('list', '--search', 'acme'))[1]).toMatchObject([
      { id, suspended: { reason: 'Unpaid' } },
    ]);
    expect((await organizations('resume', 'Acme GmbH'))[1]).toMatchObject({ suspended: false });
    expect((await organizations('delete', 'Acme GmbH'))[2]).toContain('Repeat the command with --yes.');
    expect((await organizations('delete', 'Acme GmbH', '--yes'))[1]).toMatchObject({ deleted: true });
    expect((await organizations('resume', 'Acme GmbH'))[2]).toContain('Run organizations list.');

    await organizations('suspend', service.line.organizationId);
    expect((await callService(service.line, '/api/v1/migrations')).status).toBe(403);
    expect((await organizations('delete', service.line.organizationId, '--yes'))[2]).toContain("can't be deleted");
    expect((await run('admins', 'grant', 'ada@example.com'))[2]).toContain('No user of this dashboard');
    expect((await run('admins', 'revoke', 'ada@example.com'))[2]).toContain('Run admins list.');
    expect((await run('admins', 'list'))[1]).toEqual([]);
    expect((await service.end()).code).toBe(0);
  },
);

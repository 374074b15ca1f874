import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pngImage } from '../../src-service/testing/png-image.ts';
import { dataFolder } from './data-folder.ts';
import { runService, runToEnd } from './run-service.ts';

test(
  'brand set, show and clear work next to a running service, and each wrong use gives one message',
  { tags: '@X27' },
  async () => {
    const folder = dataFolder();
    const service = await runService(['--data', folder, '--migrations', '1']);
    const brand = (...args: string[]) => runToEnd(['brand', ...args, '--data', folder]);
    const file = path.join(folder, 'logo.png');
    writeFileSync(file, pngImage());
    const set = await brand('set', '--name', 'Brightwater', '--accent', '#3D3BA6', '--logo', file);
    expect(set.stderr).toBe('');
    const shown = {
      name: 'Brightwater',
      accent: '#3d3ba6',
      logo: expect.stringMatching(/^[\da-f]{32}\.png$/) as string,
    };
    const printed = JSON.parse(set.stdout) as { logo: string };
    expect(printed).toEqual(shown);
    expect((await fetch(`${service.line.url}/modal-brand/${printed.logo}`)).status).toBe(200);
    expect(JSON.parse((await brand('set', '--name', 'Bright')).stdout)).toEqual({ ...shown, name: 'Bright' });

    const refused = async (...args: string[]) => {
      const { code, stderr } = await brand(...args);
      expect(code).toBe(2);
      return stderr;
    };
    writeFileSync(file, '<svg/>');
    expect(await refused('set', '--logo', file)).toBe('The logo must be a PNG image.\n');
    expect(await refused('set', '--accent', '#ffcc00')).toContain('needs 4.5. Choose a darker color.');
    expect(await refused('set')).toBe('brand set needs at least one of --name, --accent and --logo.\n');
    // The flags are checked before the store is opened.
    const unopened = await runToEnd(['brand', 'set', '--logo', file, '--data', path.join(folder, 'missing')]);
    expect(unopened.stderr).toBe('The logo must be a PNG image.\n');
    expect(await refused('show', '--organization', 'Missing')).toContain("The organization Missing doesn't exist");
    expect(JSON.parse((await brand('clear')).stdout)).toEqual({ name: null, accent: null, logo: null });
    // The audit log records the change for the right organization.
    const exported = (await runToEnd(['audit', 'export', '--data', folder])).stdout.trim().split('\n');
    const entries = exported.map((line) => JSON.parse(line) as { action: string });
    const reported = { by: 'command line', organization: service.line.organizationId };
    expect(entries.filter(({ action }) => action === 'brand')).toMatchObject([
      { ...reported, details: { changed: ['name', 'accent', 'logo'] } },
      { ...reported, details: { changed: ['name'] } },
      { ...reported, details: { changed: ['name', 'accent', 'logo'] } },
    ]);
    expect((await service.end()).code).toBe(0);
  },
);

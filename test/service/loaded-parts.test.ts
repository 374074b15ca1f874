import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { dataFolder } from './data-folder.ts';
import { runService } from './run-service.ts';

const folder = path.join(projectRoot, 'out/service');
/** Reports each built file that the program loads. */
const reportFilesHook = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load: (url, context, next) => {
      if (url.includes('/out/service/')) process.stderr.write('reads ' + url.split('/').at(-1) + '\\n');
      return next(url, context);
    },
  });
`)}`;

beforeAll(() => ensureBuild(), 300_000);

const filesRead = async (...flags: string[]): Promise<readonly string[]> => {
  const service = await runService(['--data', dataFolder(), '--migrations', '3', ...flags], {
    program: path.join(folder, 'main.mjs'),
    environment: { NODE_OPTIONS: `--import ${reportFilesHook}` },
  });
  const { stderr } = await service.end();
  return [...stderr.matchAll(/^reads (.+)$/gm)].map(([, name = '']) => name);
};

/** Returns true if one of the files contains the code of a package. */
const holds = (files: readonly string[], name: string): boolean =>
  files.some((file) => readFileSync(path.join(folder, file), 'utf8').includes(`node_modules/${name}/`));

test('a service without the dashboard loads no sign-in code', { tags: '@X24' }, async () => {
  const without = await filesRead();
  expect(without).toContain('main.mjs');
  // Proves that the check can find a package.
  expect(holds(without, 'fastify')).toBe(true);
  expect(holds(without, 'better-auth') || holds(without, '@better-auth/utils')).toBe(false);
  expect(holds(await filesRead('--dashboard'), 'better-auth')).toBe(true);
});

test(
  'OpenID Connect loads only with --oidc-issuer, and passkeys load only with the dashboard',
  { tags: '@X24' },
  async () => {
    const secret = path.join(path.dirname(dataFolder()), 'oidc-secret');
    writeFileSync(secret, 'secret');
    const company = [
      '--oidc-issuer',
      'http://127.0.0.1:1',
      '--oidc-client-id',
      'ferry',
      '--oidc-client-secret-file',
      secret,
    ];
    const [none, dashboard] = [await filesRead(), await filesRead('--dashboard')];
    const both = await filesRead('--dashboard', ...company);
    expect([none, dashboard, both].map((files) => holds(files, '@simplewebauthn/server'))).toEqual([false, true, true]);
    expect([none, dashboard, both].map((files) => holds(files, 'openid-client'))).toEqual([false, false, true]);
  },
);

test('a service without --providers loads no CardDAV or CalDAV code', { tags: '@X29' }, async () => {
  const file = path.join(path.dirname(dataFolder()), 'providers.json');
  const place = { kind: 'dav', address: 'https://dav.brightwater.example/' };
  const sources = [{ ...place, name: 'Harbour Mail' }];
  const destinations = [{ ...place, organization: 'Brightwater', user: 'ferry', password: 'secret' }];
  writeFileSync(file, JSON.stringify({ sources, destinations }));
  const isAdapter = (name: string): boolean => name.startsWith('dav-');
  expect((await filesRead()).filter(isAdapter)).toEqual([]);
  const files = await filesRead('--providers', file);
  expect(files.filter(isAdapter)).not.toEqual([]);
  // Untrusted content is parsed in a separate process.
  expect(holds(files, 'saxes')).toBe(false);
});

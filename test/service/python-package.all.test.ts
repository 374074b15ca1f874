import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { product } from '#build/package/product.ts';
import { makePackages } from '#test/fixtures/packages/install-packages.ts';
import { pythonMissing } from '#test/fixtures/packages/python-client.ts';
import { runService, type RunningProcess } from './run-service.ts';

const whyNoPython = pythonMissing();
const wheel = path.join(projectRoot, `dist/packages/ferry_server-${product.version}-py3-none-any.whl`);
let folder: string;
let service: RunningProcess;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-python-'));
  service = await runService(['--data', path.join(folder, 'data'), '--port', '0', '--migrations', '12']);
  if (whyNoPython === undefined) makePackages('whl');
});
afterAll(async () => {
  await service.end();
  rmSync(folder, { recursive: true });
});

const python = (code: string): string => {
  // A wheel can be imported like a folder.
  const env = { ...process.env, PYTHONPATH: wheel, FERRY_API_KEY: service.line.apiKey, FERRY_URL: service.line.url };
  return execFileSync('python3', ['-W', 'error', '-c', code], { env, encoding: 'utf8' });
};

test('docs/server-client.md: the Python snippets run with the wheel', { tags: '@S28' }, ({ skip }) => {
  if (whyNoPython !== undefined) return skip(whyNoPython);
  const document = readFileSync(path.join(projectRoot, 'docs/server-client.md'), 'utf8');
  const [first = '', ...others] = [...document.matchAll(/```python\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  expect(others.length).toBeGreaterThan(0);
  expect(python(first).split('\n')[0]).toBe('True');
  for (const code of others) python(code);
});

test(
  'every build of the wheel has the same bytes, with types, the license and the bill of materials',
  { tags: '@S28' },
  ({ skip }) => {
    if (whyNoPython !== undefined) return skip(whyNoPython);
    const names = python(`import zipfile; print("\\n".join(zipfile.ZipFile(${JSON.stringify(wheel)}).namelist()))`);
    const info = `ferry_server-${product.version}.dist-info`;
    for (const name of ['LICENSE', 'METADATA', 'RECORD', 'WHEEL', 'sbom.cdx.json'])
      expect(names).toContain(`${info}/${name}`);
    expect(names).toContain('ferry_server/py.typed');
    const before = readFileSync(wheel);
    makePackages('whl');
    expect(readFileSync(wheel).equals(before)).toBe(true);
  },
);

test('every type hint in the Python package can be resolved', { tags: '@S28' }, ({ skip }) => {
  if (whyNoPython !== undefined) return skip(whyNoPython);
  const code = `import typing, ferry_server, ferry_server.types as types, ferry_server._calls as calls
for name, one in list(vars(types).items()):
    if isinstance(one, type): typing.get_type_hints(one)
for name, group in list(vars(calls).items()):
    if isinstance(group, type) and group.__module__ == calls.__name__:
        for method in vars(group).values():
            if callable(method): typing.get_type_hints(method)
print(sorted(typing.get_type_hints(types.CreateHostedLinkBody)))`;
  expect(python(code)).toContain("'user_id'");
});

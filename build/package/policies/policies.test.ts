import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { policies, policyKey } from '#main/console/settings/managed-fields.ts';
import { readManagedConfiguration } from '#main/console/settings/managed-configuration.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { configurationProfile } from './write-policies.ts';
import { admlText, admxText } from './group-policy.ts';
import { managedExample, managedSchema } from './write-policies.ts';

const idsIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, id]) => id ?? '').sort();
const unique = (ids: readonly string[]): string[] => [...new Set(ids)].sort();

test('the Windows template names every policy, and each of its strings and presentations exists', () => {
  const admx = admxText();
  const adml = admlText();
  expect(idsIn(admx, /<policy name="(\w+)"/g)).toEqual([...policies.keys()].sort());
  expect(admx).not.toContain('Software\\Policies\\Microsoft');
  expect(admx.split(`key="${policyKey}"`)).toHaveLength(policies.size + 1);
  expect(unique(idsIn(admx, /\$\(string\.(\w+)\)/g))).toEqual(unique(idsIn(adml, /<string id="(\w+)"/g)));
  const presented = idsIn(admx, /\$\(presentation\.(\w+)\)/g);
  expect(presented).toEqual(idsIn(adml, /<presentation id="(\w+)"/g));
  expect(idsIn(admx, /<(?:text|enum) id="(\w+)"/g)).toEqual(idsIn(adml, /refId="(\w+)"/g));
});

test('the example file is valid and sets every policy', () => {
  const result = readManagedConfiguration({ path: '/etc/managed.json', text: managedExample() });
  expect(result.problem).toBeNull();
  for (const { field } of policies.values()) expect(managedExample()).toContain(`"${field}"`);
});

test('the JSON schema describes every policy and allows no other field', () => {
  const schema = JSON.parse(managedSchema()) as { properties: Record<string, { description?: string }> };
  expect(schema).toMatchObject({ additionalProperties: false, required: ['version'] });
  for (const { field, description } of policies.values())
    expect(schema.properties[field]?.description).toBe(description);
});

/** Python reads property lists with its own parser. */
test('a parser of property lists reads every policy of the macOS profile', { timeout: 20_000 }, () => {
  const script = 'import plistlib,json,sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))';
  const { stdout, error } = spawnSync('python3', ['-c', script], { input: configurationProfile(), encoding: 'utf8' });
  if (error !== undefined) throw error;
  const profile = JSON.parse(stdout) as { PayloadContent: Record<string, unknown>[] };
  const { PayloadType, ...payload } = profile.PayloadContent[0] ?? {};
  expect(PayloadType).toBe('example.ferry.console');
  const values = Object.fromEntries([...policies.keys()].map((name) => [name, payload[name]]));
  const result = readManagedConfiguration(null, { path: 'profile', values });
  expect(result).toMatchObject({ problem: null, networkLimited: true, preferences: { timeZone: 'utc' } });
});

test('docs/operations.md lists every policy', () => {
  const text = readFileSync(path.join(projectRoot, 'docs/operations.md'), 'utf8');
  for (const [name, { field }] of policies) {
    expect(text).toContain(`\`${name}\``);
    expect(text).toContain(`\`${field}\``);
  }
});

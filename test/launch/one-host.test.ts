import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { leftToTheOther } from '#test/e2e/one-host.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';

const e2e = path.join(projectRoot, 'test', 'e2e');

test('end to end: what one host leaves out is there, and runs in the other', () => {
  const left = { browser: leftToTheOther('browser'), electron: leftToTheOther('electron') };
  const specs = globSync('**/*.spec.ts', { cwd: e2e });
  const filesOf = (patterns: readonly string[]) => globSync([...patterns], { cwd: e2e });
  for (const pattern of [...left.browser, ...left.electron]) expect(filesOf([pattern]), pattern).not.toEqual([]);
  const inBrowser = specs.filter((file) => !filesOf(left.browser).includes(file));
  const inElectron = specs.filter((file) => !filesOf(left.electron).includes(file));
  expect([...new Set([...inBrowser, ...inElectron])].toSorted()).toEqual(specs.toSorted());
});

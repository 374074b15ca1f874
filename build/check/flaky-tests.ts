import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import type { NamedTest } from './suite.ts';

/** A test that failed once and passed when it was retried. */
export interface FlakyTest extends NamedTest {
  readonly suite: string;
}

const defaultFile = path.join(projectRoot, 'test-results', 'flaky.json');

/** Returns the flaky tests of each suite's last run. */
export function readFlakyTests(file = defaultFile): readonly FlakyTest[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FlakyTest[];
  } catch {
    return [];
  }
}

/** Replaces the flaky tests of the suites that ran. Doesn't change those of other suites. */
export function writeFlakyTests(suites: readonly string[], flaky: readonly FlakyTest[], file = defaultFile): void {
  const others = readFlakyTests(file).filter(({ suite }) => !suites.includes(suite));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify([...others, ...flaky], null, 2)}\n`);
}

import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite, JSONReportTest } from '@playwright/test/reporter';
import { projectRoot } from '#build/launch/base/project-root.ts';
import type { NamedTest, SuiteResult } from './suite.ts';

/** Returns a file's path relative to the project, with the line if known. */
export const placeOf = (file: string, line?: number): string =>
  path.relative(projectRoot, file) + (line === undefined ? '' : `:${line}`);

type PlaywrightError = Pick<JSONReport['errors'][number], 'message' | 'stack' | 'location'>;

const failedTestOf = (error: PlaywrightError | undefined, title: string, place = ''): NamedTest => ({
  place: error?.location ? placeOf(error.location.file, error.location.line) : place,
  title,
  text: stripVTControlCharacters(error?.message ?? error?.stack ?? ''),
});

/** Adds a test's tags to its title, so that reports show the affected features and threats: `keeps filters (@C14)`. */
export const withTags = (title: string, tags: readonly string[]): string =>
  tags.length === 0 ? title : `${title} (${tags.join(', ')})`;

interface TitledSpec {
  readonly title: string;
  readonly spec: JSONReportSpec;
}

/** Returns a suite's specs with the titles of their groups. Omits the suite's title, the file name. */
const specsOf = ({ suites = [], specs }: JSONReportSuite, title = ''): TitledSpec[] => [
  ...specs.map((spec) => ({
    title: withTags(
      title + spec.title,
      spec.tags.map((tag) => `@${tag}`),
    ),
    spec,
  })),
  ...suites.flatMap((inner) => specsOf(inner, `${title}${inner.title} › `)),
];

/** Reads Playwright's JSON report. */
export function readPlaywright({ config, suites, errors }: JSONReport): SuiteResult {
  const tests = suites
    .flatMap((suite) => specsOf(suite))
    .flatMap(({ title, spec }) =>
      spec.tests.map((test) => ({ title, place: placeOf(path.join(config.rootDir, spec.file), spec.line), test })),
    );
  const withStatus = (status: JSONReportTest['status']) => tests.filter(({ test }) => test.status === status);
  const firstError = ({ test, title, place }: (typeof tests)[number]): NamedTest =>
    failedTestOf(test.results.flatMap((result) => result.errors)[0], title, place);
  return {
    passed: withStatus('expected').length,
    failures: [
      ...withStatus('unexpected').map(firstError),
      ...errors.map((error) => failedTestOf(error, 'outside the tests')),
    ],
    // Shows the test's position for a rerun, because the error may be in a shared file.
    flaky: withStatus('flaky').map((one) => ({ ...firstError(one), place: one.place })),
    skips: withStatus('skipped').map(({ place, title, test }) => ({
      place,
      title,
      text: test.annotations.map(({ description = '' }) => description).join(' '),
    })),
  };
}

/**
 * Returns a suite's result from its report and exit code. If the program wrote no report, ran no test or failed outside
 * its tests, adds a failure with its last lines of output.
 */
export function judge(result: SuiteResult | null, exitCode: number, output: readonly string[]): SuiteResult {
  const base = result ?? { passed: 0, failures: [], flaky: [], skips: [] };
  const failOnce = (reason: string): SuiteResult => {
    const text = [`${reason}; its last lines:`, ...output].join('\n');
    return { ...base, failures: [...base.failures, { place: '', title: 'outside the tests', text }] };
  };
  if (!result) return failOnce('it ended without a report');
  if (base.passed + base.failures.length + base.flaky.length === 0) return failOnce('it ran no test');
  if (exitCode !== 0 && base.failures.length === 0) return failOnce(`its program ended with code ${exitCode}`);
  return base;
}

import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { projectRoot } from '#build/launch/base/project-root.ts';
import type { NamedTest, SuiteResult } from './suite.ts';

/** The place of a file, and of a line in it, as a person looks for it. */
export const placeOf = (file: string, line?: number): string =>
  path.relative(projectRoot, file) + (line === undefined ? '' : `:${line}`);

type PlaywrightError = Pick<JSONReport['errors'][number], 'message' | 'stack' | 'location'>;

const ofError = (error: PlaywrightError | undefined, title: string, place = ''): NamedTest => ({
  place: error?.location ? placeOf(error.location.file, error.location.line) : place,
  title,
  text: stripVTControlCharacters(error?.message ?? error?.stack ?? ''),
});

interface TitledSpec {
  readonly title: string;
  readonly spec: JSONReportSpec;
}

/** The specs of a suite, their titles with those of what they stand in; the outermost title is that of the file. */
const specsOf = ({ suites = [], specs }: JSONReportSuite, title = ''): TitledSpec[] => [
  ...specs.map((spec) => ({ title: title + spec.title, spec })),
  ...suites.flatMap((inner) => specsOf(inner, `${title}${inner.title} › `)),
];

/** Reads Playwright's JSON report. A test that passed in a second try only has failed; so has a broken file. */
export function readPlaywright({ config, suites, errors }: JSONReport): SuiteResult {
  const tests = suites
    .flatMap((suite) => specsOf(suite))
    .flatMap(({ title, spec }) =>
      spec.tests.map((test) => ({ title, place: placeOf(path.join(config.rootDir, spec.file), spec.line), test })),
    );
  const named = tests.map(({ title, place, test }) => {
    const error = test.results.flatMap((result) => result.errors)[0];
    const note = test.annotations.map(({ description = '' }) => description).join(' ');
    return {
      status: test.status,
      failure: ofError(error, test.status === 'flaky' ? `${title} (passed in a second try)` : title, place),
      skip: { place, title, text: note },
    };
  });
  return {
    passed: named.filter(({ status }) => status === 'expected').length,
    failures: [
      ...named.filter(({ status }) => status === 'unexpected' || status === 'flaky').map(({ failure }) => failure),
      ...errors.map((error) => ofError(error, 'outside the tests')),
    ],
    skips: named.filter(({ status }) => status === 'skipped').map(({ skip }) => skip),
  };
}

/**
 * The result of a suite by its report and its program's exit code. One that says nothing, ran nothing, or ended badly
 * for a reason outside its tests has failed; the reason is a failure of its own, with the last lines of its output.
 */
export function judge(result: SuiteResult | null, exitCode: number, output: readonly string[]): SuiteResult {
  const base = result ?? { passed: 0, failures: [], skips: [] };
  const failOnce = (reason: string): SuiteResult => {
    const failure = {
      place: '',
      title: 'outside the tests',
      text: [`${reason}; its last lines:`, ...output].join('\n'),
    };
    return { ...base, failures: [...base.failures, failure] };
  };
  if (!result) return failOnce('it ended without a report');
  if (base.passed + base.failures.length === 0) return failOnce('it ran no test');
  if (exitCode !== 0 && base.failures.length === 0) return failOnce(`its program ended with code ${exitCode}`);
  return base;
}

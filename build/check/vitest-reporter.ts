import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { placeOf, withTags } from './read-report.ts';
import { type NamedTest, type SuiteResult, sumOf } from './suite.ts';

/** Environment variable with the path of the result file. */
export const resultFileVariable = 'FERRY_SUITE_RESULT';

const textOf = ({ name = '', message, diff, cause }: SerializedError): string =>
  [
    // Vitest's own reporter runs first and adds this prefix to the names of causes.
    [name.replace(/^Caused by: /, ''), message].filter((part) => part !== '').join(': '),
    ...(typeof diff === 'string' ? [diff] : []),
    ...(cause ? [`Caused by ${textOf(cause as SerializedError)}`] : []),
  ].join('\n');

const failedTestOf = (error: SerializedError, title: string, { moduleId }: TestModule): NamedTest => ({
  place: placeOf(moduleId, error.stacks?.find(({ file }) => file === moduleId)?.line),
  title,
  text: textOf(error),
});

const fullTitleOf = (one: TestCase | TestSuite): string => one.fullName.replaceAll(' > ', ' › ');
const titleOf = (test: TestCase): string => withTags(fullTitleOf(test), test.tags);

/** Returns a module's failed, unfinished and skipped tests, its failed hooks, and its load error. */
function readModule(module: TestModule): SuiteResult {
  const tests = [...module.children.allTests()];
  const failed = tests.flatMap((test) => {
    const { state, errors } = test.result();
    return state === 'failed' ? errors.slice(0, 1).map((error) => failedTestOf(error, titleOf(test), module)) : [];
  });
  // A test has no result if its process ended first.
  const cutOff = tests.flatMap((test): NamedTest[] => {
    if (test.result().state !== 'pending' || test.options.mode === 'todo') return [];
    return [{ place: placeOf(module.moduleId), title: titleOf(test), text: 'It did not end.' }];
  });
  const hooks = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => failedTestOf(error, `the hooks of ${fullTitleOf(suite)}`, module)),
  );
  const fileErrors = module.errors().map((error) => failedTestOf(error, 'the file, or its hooks', module));
  const skips = tests.flatMap((test): NamedTest[] => {
    const result = test.result();
    if (result.state !== 'skipped') return [];
    return [{ place: placeOf(module.moduleId), title: titleOf(test), text: result.note ?? '' }];
  });
  // A test that passed when retried still contains the errors of its earlier attempts.
  const flaky = tests.flatMap((test): NamedTest[] => {
    if (!test.diagnostic()?.flaky) return [];
    const [error] = test.result().errors ?? [];
    const { place, text } = error ? failedTestOf(error, '', module) : { place: placeOf(module.moduleId), text: '' };
    return [{ place, title: titleOf(test), text }];
  });
  const passedCount = tests.filter((test) => test.result().state === 'passed').length - flaky.length;
  return { passed: passedCount, failures: [...fileErrors, ...hooks, ...failed, ...cutOff], flaky, skips };
}

/** Describes an unhandled error, with the file and the test that Vitest attributes it to, if any. */
function failureOutsideTests(error: SerializedError): NamedTest {
  const { VITEST_TEST_PATH: file, VITEST_TEST_NAME: test } = error as SerializedError & Record<string, unknown>;
  return {
    place: typeof file === 'string' ? placeOf(file) : '',
    title: `an unhandled error${typeof test === 'string' ? `, during or after: ${test}` : ''}`,
    text: [textOf(error), ...(error.stack?.split('\n').slice(1) ?? [])].join('\n'),
  };
}

/**
 * Writes the counts, and the errors that Vitest's JSON report leaves out: errors in hooks (which only show skipped
 * tests), unhandled errors, and tests whose process ended.
 */
export default class ResultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const unhandledResult: SuiteResult = {
      passed: 0,
      failures: unhandled.map(failureOutsideTests),
      flaky: [],
      skips: [],
    };
    const result = sumOf([...modules.map(readModule), unhandledResult]);
    const file = process.env[resultFileVariable];
    if (file) writeFileSync(file, JSON.stringify(result));
  }
}

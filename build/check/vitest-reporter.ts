import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { placeOf, withTags } from './read-report.ts';
import { type NamedTest, type SuiteResult, sumOf } from './suite.ts';

/** The variable with the file that the result goes to. */
export const resultFileVariable = 'FERRY_SUITE_RESULT';

const textOf = ({ name = '', message, diff, cause }: SerializedError): string =>
  [
    // Vitest's own reporter, which runs before this one, writes into the name of a cause that it is one.
    [name.replace(/^Caused by: /, ''), message].filter((part) => part !== '').join(': '),
    ...(typeof diff === 'string' ? [diff] : []),
    ...(cause ? [`Caused by ${textOf(cause as SerializedError)}`] : []),
  ].join('\n');

const ofError = (error: SerializedError, title: string, { moduleId }: TestModule): NamedTest => ({
  place: placeOf(moduleId, error.stacks?.find(({ file }) => file === moduleId)?.line),
  title,
  text: textOf(error),
});

const fullTitleOf = (one: TestCase | TestSuite): string => one.fullName.replaceAll(' > ', ' › ');
const titleOf = (test: TestCase): string => withTags(fullTitleOf(test), test.tags);

/** The tests of a module that failed, did not end or were skipped, its failed hooks, and what kept it from being loaded. */
function readModule(module: TestModule): SuiteResult {
  const tests = [...module.children.allTests()];
  const failed = tests.flatMap((test) => {
    const { state, errors } = test.result();
    return state === 'failed' ? errors.slice(0, 1).map((error) => ofError(error, titleOf(test), module)) : [];
  });
  // A test that did not finish before its process ended.
  const cutOff = tests.flatMap((test): NamedTest[] => {
    if (test.result().state !== 'pending' || test.options.mode === 'todo') return [];
    return [{ place: placeOf(module.moduleId), title: titleOf(test), text: 'It did not end.' }];
  });
  const hooks = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => ofError(error, `the hooks of ${fullTitleOf(suite)}`, module)),
  );
  const ofFile = module.errors().map((error) => ofError(error, 'the file, or its hooks', module));
  const skips = tests.flatMap((test): NamedTest[] => {
    const result = test.result();
    if (result.state !== 'skipped') return [];
    return [{ place: placeOf(module.moduleId), title: titleOf(test), text: result.note ?? '' }];
  });
  // A test that passed when it was repeated keeps the errors of the attempts before.
  const flaky = tests.flatMap((test): NamedTest[] => {
    if (!test.diagnostic()?.flaky) return [];
    const [error] = test.result().errors ?? [];
    const { place, text } = error ? ofError(error, '', module) : { place: placeOf(module.moduleId), text: '' };
    return [{ place, title: titleOf(test), text }];
  });
  const passed = tests.filter((test) => test.result().state === 'passed').length - flaky.length;
  return { passed, failures: [...ofFile, ...hooks, ...failed, ...cutOff], flaky, skips };
}

/** An error that reached the process itself, with the file and the test that it came in where Vitest knows them. */
function ofNobody(error: SerializedError): NamedTest {
  const { VITEST_TEST_PATH: file, VITEST_TEST_NAME: test } = error as SerializedError & Record<string, unknown>;
  return {
    place: typeof file === 'string' ? placeOf(file) : '',
    title: `an error that nobody handled${typeof test === 'string' ? `, during or after: ${test}` : ''}`,
    text: [textOf(error), ...(error.stack?.split('\n').slice(1) ?? [])].join('\n'),
  };
}

/**
 * Writes what Vitest's own JSON report leaves out besides its counts: the errors of hooks, which leave their tests
 * skipped, unhandled errors, and the tests that a process took with it when it ended.
 */
export default class ResultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const outside: SuiteResult = { passed: 0, failures: unhandled.map(ofNobody), flaky: [], skips: [] };
    const result = sumOf([...modules.map(readModule), outside]);
    const file = process.env[resultFileVariable];
    if (file) writeFileSync(file, JSON.stringify(result));
  }
}

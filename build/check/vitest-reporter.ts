import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { placeOf } from './read-report.ts';
import type { NamedTest, SuiteResult } from './suite.ts';

/** The variable with the file that the result goes to. */
export const resultFileVariable = 'FERRY_SUITE_RESULT';

const textOf = ({ name, message, diff }: SerializedError & { diff?: string }): string =>
  [name ? `${name}: ${message}` : message, ...(diff ? [diff] : [])].join('\n');

const ofError = (error: SerializedError, title: string, { moduleId }: TestModule): NamedTest => ({
  place: placeOf(moduleId, error.stacks?.find(({ file }) => file === moduleId)?.line),
  title,
  text: textOf(error),
});

const titleOf = (one: TestCase | TestSuite): string => one.fullName.replaceAll(' > ', ' › ');

/** The failed and skipped tests of a module, its failed hooks, and what kept it from being loaded. */
function readModule(module: TestModule): SuiteResult {
  const tests = [...module.children.allTests()];
  const failed = tests.flatMap((test) => {
    const { state, errors } = test.result();
    return state === 'failed' ? errors.slice(0, 1).map((error) => ofError(error, titleOf(test), module)) : [];
  });
  const hooks = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => ofError(error, `the hooks of ${titleOf(suite)}`, module)),
  );
  const ofFile = module.errors().map((error) => ofError(error, 'the file, or its hooks', module));
  const skips = tests.flatMap((test): NamedTest[] => {
    const result = test.result();
    if (result.state !== 'skipped') return [];
    return [{ place: placeOf(module.moduleId), title: titleOf(test), text: result.note ?? '' }];
  });
  const passed = tests.filter((test) => test.result().state === 'passed').length;
  return { passed, failures: [...ofFile, ...hooks, ...failed], skips };
}

/**
 * Writes what Vitest's own JSON report leaves out besides its counts: the errors of hooks, which leave their tests
 * skipped, and those that nobody handled.
 */
export default class ResultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const read = modules.map(readModule);
    const result: SuiteResult = {
      passed: read.reduce((sum, { passed }) => sum + passed, 0),
      failures: [
        ...read.flatMap(({ failures }) => failures),
        ...unhandled.map((error) => ({
          place: '',
          title: 'an error that nobody handled',
          text: error.stack ?? textOf(error),
        })),
      ],
      skips: read.flatMap(({ skips }) => skips),
    };
    const file = process.env[resultFileVariable];
    if (file) writeFileSync(file, JSON.stringify(result));
  }
}

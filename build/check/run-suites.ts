import { cpus } from 'node:os';
import { closingLines } from './closing-lines.ts';
import { writeFlakyTests } from './flaky-tests.ts';
import { type Suite, type SuiteResult, sumOf } from './suite.ts';

/** Suites that run one at a time. */
type Chain = readonly Suite[];
/** Chains that run in parallel. Stages run one after another. */
export type Stage = readonly Chain[];
/** Maximum parallel suites. Tests mostly wait for processes: three suites used only 72 % of two cores. */
const concurrency = 5;

interface FinishedSuite extends SuiteResult {
  readonly suite: Suite;
  readonly seconds: number;
}

interface SuiteOutput {
  readonly write: (line: string) => void;
  /** Returns ms since an arbitrary start. */
  readonly now: () => number;
  readonly writeFlaky: typeof writeFlakyTests;
}

const idleCoreMs = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);

const standardOutput: SuiteOutput = {
  write: (line) => void process.stdout.write(`${line}\n`),
  now: () => performance.now(),
  writeFlaky: writeFlakyTests,
};

/**
 * Runs suites and prints their output, each line with the suite's name. Then prints a table, the names of skipped,
 * flaky and failed tests, and as the last line `N passed, N failed`. Resolves with the exit code: 1 if a test failed or
 * no test ran, else 0.
 */
export async function runSuites(stages: readonly Stage[], output = standardOutput): Promise<number> {
  const { write, now, writeFlaky } = output;
  const finishedSuites: FinishedSuite[] = [];
  const [startedAt, idleBefore] = [now(), idleCoreMs()];
  const runOne = async (suite: Suite) => {
    const suiteStartedAt = now();
    const result = await suite.run((line) => write(`${suite.name} | ${line}`));
    const run = { ...result, suite, seconds: (now() - suiteStartedAt) / 1000 };
    finishedSuites.push(run);
    write(`${suite.name} | ${sentenceOf(run)}`);
  };
  for (const stage of stages) {
    const pendingChains = stage.values();
    const runChains = async () => {
      for (const chain of pendingChains) {
        for (const suite of chain) await runOne(suite);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, runChains));
  }
  const elapsed = now() - startedAt;
  const busyShare = 1 - (idleCoreMs() - idleBefore) / (elapsed * cpus().length);
  write(`The cores were busy for ${Math.round(busyShare * 100)} % of ${Math.round(elapsed / 1000)} s.`);
  write('');
  const width = Math.max(...finishedSuites.map(({ suite }) => suite.name.length));
  for (const run of finishedSuites) write(`  ${run.suite.name.padEnd(width)}  ${sentenceOf(run)}`);
  for (const line of closingLines(finishedSuites.map((run) => ({ ...run, name: run.suite.name })))) write(line);
  const { passed, failures, flaky } = sumOf(finishedSuites);
  writeFlaky(
    finishedSuites.map(({ suite }) => suite.name),
    finishedSuites.flatMap((run) => run.flaky.map((test) => ({ suite: run.suite.name, ...test }))),
  );
  write(countsOf(passed, failures.length, flaky.length));
  return failures.length === 0 && finishedSuites.length > 0 ? 0 : 1;
}

const countsOf = (passed: number, failed: number, flaky: number): string =>
  `${passed} passed, ${failed} failed${flaky > 0 ? `, ${flaky} flaky` : ''}`;

function sentenceOf({ passed, failures, flaky, skips, seconds }: FinishedSuite): string {
  const skippedText = skips.length > 0 ? `, ${skips.length} skipped` : '';
  return `${countsOf(passed, failures.length, flaky.length)}${skippedText} in ${seconds.toFixed(1)} s`;
}

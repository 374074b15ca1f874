import { closingLines } from './closing-lines.ts';
import type { Suite, SuiteResult } from './suite.ts';

/** Suites that run one after the other. */
type Chain = readonly Suite[];
/** Two chains run side by side, for two cores, and where one ends the next one begins. Stages run one after the other. */
export type Stage = readonly Chain[];
const sideBySide = 2;

interface Finished extends SuiteResult {
  readonly suite: Suite;
  readonly seconds: number;
}

interface SuiteOutput {
  readonly write: (line: string) => void;
  /** Milliseconds, from any start. */
  readonly now: () => number;
}

const standardOutput: SuiteOutput = {
  write: (line) => void process.stdout.write(`${line}\n`),
  now: () => performance.now(),
};

/**
 * Runs suites, their output as it comes with the suite's name before each line, then a table, what failed and what
 * was skipped by name, and, as the very last line, `N passed, N failed`. Resolves with the exit code: 0, or 1 when any
 * failed.
 */
export async function runSuites(stages: readonly Stage[], output = standardOutput): Promise<number> {
  const { write, now } = output;
  const finished: Finished[] = [];
  const runOne = async (suite: Suite) => {
    const started = now();
    const result = await suite.run((line) => write(`${suite.name} | ${line}`));
    const run = { ...result, suite, seconds: (now() - started) / 1000 };
    finished.push(run);
    write(`${suite.name} | ${sentenceOf(run)}`);
  };
  for (const stage of stages) {
    const waiting = stage.values();
    const runChains = async () => {
      for (const chain of waiting) {
        for (const suite of chain) await runOne(suite);
      }
    };
    await Promise.all(Array.from({ length: sideBySide }, runChains));
  }
  write('');
  const width = Math.max(...finished.map(({ suite }) => suite.name.length));
  for (const run of finished) write(`  ${run.suite.name.padEnd(width)}  ${sentenceOf(run)}`);
  for (const line of closingLines(finished.map((run) => ({ ...run, name: run.suite.name })))) write(line);
  const passed = finished.reduce((sum, run) => sum + run.passed, 0);
  const failed = finished.reduce((sum, run) => sum + run.failures.length, 0);
  write(`${passed} passed, ${failed} failed`);
  return failed === 0 && finished.length > 0 ? 0 : 1;
}

function sentenceOf({ passed, failures, skips, seconds, suite: { budget } }: Finished): string {
  const skipped = skips.length > 0 ? [`${skips.length} skipped`] : [];
  const counts = [`${passed} passed`, `${failures.length} failed`, ...skipped].join(', ');
  const late = budget !== undefined && seconds > budget * 60 ? `, over its budget of ${budget} min` : '';
  return `${counts} in ${seconds.toFixed(1)} s${late}`;
}

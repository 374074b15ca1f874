import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { visibleLines } from '#shared/visible-text.ts';
import { countStates, type VerificationRun } from '../base/verification.ts';
import { junitReport } from './junit-report.ts';

interface ReportFiles {
  readonly junit?: string;
  readonly json?: string;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

/** Returns why a report can't be written, or null. Writes nothing. */
export function reportProblem({ junit, json }: ReportFiles): string | null {
  for (const file of [junit, json].filter((one) => one !== undefined)) {
    try {
      accessSync(path.dirname(path.resolve(file)), constants.W_OK);
      const stats = statSync(file, { throwIfNoEntry: false });
      if (stats?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
      if (stats) accessSync(file, constants.W_OK);
    } catch (error) {
      return `The report ${file} can't be written (${codeOf(error)}). Choose a writable file in an existing folder.`;
    }
  }
  return null;
}

const jsonReport = (run: VerificationRun): string =>
  visibleLines(`${JSON.stringify({ ...run, counts: countStates(run.proofs) }, null, 2)}\n`);

export function writeReports({ junit, json }: ReportFiles, run: VerificationRun): string | null {
  let problem: string | null = null;
  for (const [file, text] of [
    [junit, junitReport],
    [json, jsonReport],
  ] as const) {
    try {
      if (file !== undefined) writeFileSync(file, text(run));
    } catch (error) {
      problem = `The report ${file} wasn't written (${codeOf(error)}). Free some space, or choose another file.`;
    }
  }
  return problem;
}

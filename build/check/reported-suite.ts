import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { judge } from './read-report.ts';
import { runCommand } from './run-command.ts';
import type { Say, SuiteCount } from './suite.ts';

/** A program of tests that writes a JSON report into the file that it is given. */
export interface ReportedRun {
  readonly command: (reportFile: string) => readonly string[];
  readonly env?: (reportFile: string) => Readonly<Record<string, string>>;
  readonly count: (report: never) => SuiteCount;
}

/** Runs a program of tests and counts them by its report. */
export async function runReported({ command, env, count }: ReportedRun, say: Say): Promise<SuiteCount> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-report-'));
  const file = path.join(folder, 'report.json');
  try {
    const code = await runCommand(command(file), say, env?.(file));
    const judged = judge(readCount(file, count), code);
    if (judged.reason) say(`This suite failed: ${judged.reason}.`);
    return judged;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readCount(file: string, count: ReportedRun['count']): SuiteCount | null {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch {
    return null;
  }
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepTail } from './output-tail.ts';
import { judge } from './read-report.ts';
import { runCommand } from './run-command.ts';
import type { Say, SuiteResult } from './suite.ts';

/** A program of tests that writes a JSON report into the file that it is given. */
export interface ReportedRun {
  readonly command: readonly string[];
  readonly env: (reportFile: string) => Readonly<Record<string, string>>;
  readonly read: (report: never) => SuiteResult;
}

/** Runs a program of tests and reads its result from its report. */
export async function runReported({ command, env, read }: ReportedRun, say: Say): Promise<SuiteResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-report-'));
  const file = path.join(folder, 'report.json');
  const tail = keepTail(say);
  try {
    const code = await runCommand(command, tail.say, env(file));
    return judge(readResult(file, read), code, tail.lines);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readResult(file: string, read: ReportedRun['read']): SuiteResult | null {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch {
    return null;
  }
}

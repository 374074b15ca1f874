import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepTail } from './output-tail.ts';
import { judge } from './read-report.ts';
import { runCommand } from '#build/launch/base/run-command.ts';
import type { NamedTest, Say, SuiteResult } from './suite.ts';

/**
 * A test program that writes a JSON report to the given file. It gets a separate temporary folder, which is removed
 * afterwards.
 */
export interface ReportedRun {
  readonly command: readonly string[];
  readonly env: (reportFile: string) => Readonly<Record<string, string>>;
  readonly read: (report: never) => SuiteResult;
  /** If true, files of this project left in the temporary folder count as a failure. */
  readonly leavesNothing?: boolean;
}

/** Prefix of folders that this project's programs and tests create. Browsers and displays create other folders. */
const ownPrefix = 'ferry-';

/** Runs a test program and returns the result from its report. */
export async function runReported(
  { command, env, read, leavesNothing = false }: ReportedRun,
  say: Say,
): Promise<SuiteResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-run-'));
  const file = path.join(folder, 'report.json');
  const temporaryFolder = path.join(folder, 'tmp');
  mkdirSync(temporaryFolder);
  // PostgreSQL runs as another user and must be able to access its own subfolder, as in `/tmp`.
  chmodSync(folder, 0o711);
  chmodSync(temporaryFolder, 0o1777);
  const tail = keepTail(say);
  try {
    const temporaryVariables = { TMPDIR: temporaryFolder, TEMP: temporaryFolder, TMP: temporaryFolder };
    const code = await runCommand(command, tail.say, { ...env(file), ...temporaryVariables });
    const result = judge(readResult(file, read), code, tail.lines);
    return leavesNothing ? { ...result, failures: [...result.failures, ...findLeftFiles(temporaryFolder)] } : result;
  } finally {
    await remove(folder, say);
  }
}

/** Removes the folder. A closing browser may still write files, so leftovers are reported but don't fail a test. */
const remove = (folder: string, say: Say): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }).catch((error: unknown) =>
    say(`Its folder for temporary files stays: ${String(error)}`),
  );

/** Returns a failure if files of this project are left, whichever test created them. */
function findLeftFiles(temporaryFolder: string): NamedTest[] {
  const leftFiles = readdirSync(temporaryFolder).filter((name) => name.startsWith(ownPrefix));
  if (leftFiles.length === 0) return [];
  return [
    { place: '', title: 'the folder for temporary files', text: ['Left behind:', ...leftFiles.toSorted()].join('\n') },
  ];
}

function readResult(file: string, read: ReportedRun['read']): SuiteResult | null {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch {
    return null;
  }
}

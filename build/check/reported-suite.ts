import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepTail } from './output-tail.ts';
import { judge } from './read-report.ts';
import { runCommand } from './run-command.ts';
import type { NamedTest, Say, SuiteResult } from './suite.ts';

/**
 * A program of tests that writes a JSON report into the file that it is given. It gets a folder for temporary files of
 * its own, which is removed after it.
 */
export interface ReportedRun {
  readonly command: readonly string[];
  readonly env: (reportFile: string) => Readonly<Record<string, string>>;
  readonly read: (report: never) => SuiteResult;
  /** Where something of ours is left in that folder, it has failed. */
  readonly leavesNothing?: boolean;
}

/** What our own programs and tests call their folders; those of a browser or a display are its maker's. */
const ownPrefix = 'ferry-';

/** Runs a program of tests and reads its result from its report. */
export async function runReported(
  { command, env, read, leavesNothing = false }: ReportedRun,
  say: Say,
): Promise<SuiteResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-run-'));
  const file = path.join(folder, 'report.json');
  const temporary = path.join(folder, 'tmp');
  mkdirSync(temporary);
  // A server that tests start as another user, as PostgreSQL, finds its way and writes there, as below `/tmp`.
  chmodSync(folder, 0o711);
  chmodSync(temporary, 0o1777);
  const tail = keepTail(say);
  try {
    const own = { TMPDIR: temporary, TEMP: temporary, TMP: temporary };
    const code = await runCommand(command, tail.say, { ...env(file), ...own });
    const result = judge(readResult(file, read), code, tail.lines);
    return leavesNothing ? { ...result, failures: [...result.failures, ...findLeft(temporary)] } : result;
  } finally {
    await remove(folder, say);
  }
}

/** A closing browser may still write there; leftovers are reported but fail no test. */
const remove = (folder: string, say: Say): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }).catch((error: unknown) =>
    say(`Its folder for temporary files stays: ${String(error)}`),
  );

/** One failure where something of ours is left, whichever test made it. */
function findLeft(temporary: string): NamedTest[] {
  const left = readdirSync(temporary).filter((name) => name.startsWith(ownPrefix));
  if (left.length === 0) return [];
  return [
    { place: '', title: 'the folder for temporary files', text: ['Left behind:', ...left.toSorted()].join('\n') },
  ];
}

function readResult(file: string, read: ReportedRun['read']): SuiteResult | null {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch {
    return null;
  }
}

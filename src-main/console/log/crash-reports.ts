import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brand } from '#shared/brand.ts';
import type { CrashedProcess, CrashOffer } from '#shared/console-contract/diagnostics-calls.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from './log.ts';
import type { Redactor } from './redactor.ts';

const maxReports = 5;
/** Ms in which an equal crash only goes to the log, so that a loop can't displace the report of its first crash. */
const repeatWindowMs = 60_000;
const maxLogCharacters = 60_000;
/** Maximum bytes of a report; a longer file isn't one. UTF-8 needs up to 3 bytes per character. */
const maxReportBytes = 256 * 1024;
const namePattern = /^crash-(\d{13})-(main|data|page|lab|helper)\.txt$/;

const processNames: Readonly<Record<CrashedProcess, string>> = {
  main: 'main process',
  data: 'data process',
  page: 'page',
  lab: "modal lab's page",
  helper: 'process of the browser engine',
};

interface CrashReportsOptions {
  readonly version: string;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Log;
  readonly redactor: Pick<Redactor, 'text'>;
}

const offerOf = (name: string | undefined): CrashOffer | null => {
  const [, at, process] = namePattern.exec(name ?? '') ?? [];
  return at === undefined ? null : { at: new Date(Number(at)).toISOString(), process: process as CrashedProcess };
};

/**
 * Crash reports as text files in the log folder, at most five. The console sends them nowhere. A full disk
 * loses a report but never stops the console.
 */
export function createCrashReports({ version, clock, log, redactor }: CrashReportsOptions) {
  /** Newest first. */
  const names = (): string[] => {
    try {
      return readdirSync(log.folder)
        .filter((name) => namePattern.test(name))
        .toSorted()
        .toReversed();
    } catch {
      return [];
    }
  };
  const remove = (removedNames: readonly string[]) => {
    for (const name of removedNames) rmSync(path.join(log.folder, name), { force: true, recursive: true });
  };
  const versions = ['electron', 'chrome', 'node', 'v8'].flatMap((name) =>
    process.versions[name] === undefined ? [] : [`${name} ${process.versions[name]}`],
  );
  const reportText = (crashed: CrashedProcess, at: Date): string => {
    const lines = log.recentLines().join('\n');
    // Keeps only whole lines, because the redactor doesn't recognize the rest of a secret.
    const cutAt = lines.length > maxLogCharacters ? lines.indexOf('\n', lines.length - maxLogCharacters) + 1 : 0;
    return [
      `${brand.consoleName}: crash report`,
      '',
      `When: ${at.toISOString()}`,
      `Process: ${processNames[crashed]}`,
      `What: ${lines.slice(lines.lastIndexOf('\n') + 1)}`,
      `Versions: Console ${version}, ${versions.join(', ')}, ${os.type()} ${os.release()} ${os.arch()}`,
      '',
      'Last log lines:',
      lines.slice(cutAt),
      '',
    ].join('\n');
  };
  const read = (name: string): string[] => {
    const file = path.join(log.folder, name);
    try {
      const stats = lstatSync(file);
      // Redacts again, because some secrets became known after the report was written.
      return stats.isFile() && stats.size <= maxReportBytes ? [redactor.text(readFileSync(file, 'utf8'))] : [];
    } catch {
      return [];
    }
  };
  let offer = offerOf(names()[0]);
  const reportedAt = new Map<string, number>();
  let isEnding = false;
  return {
    /** Logs an error and writes a report with it. Synchronous, because the process may be about to end. */
    record: (crashed: CrashedProcess, what: string, cause?: unknown): void => {
      log.error(what, cause);
      const crash = `${crashed} ${what}`;
      const isRepeated = clock.monotonic() - (reportedAt.get(crash) ?? Number.NEGATIVE_INFINITY) < repeatWindowMs;
      if (isRepeated || (isEnding && crashed !== 'main')) return;
      reportedAt.set(crash, clock.monotonic());
      const at = clock.now();
      try {
        const file = path.join(log.folder, `crash-${at.getTime()}-${crashed}.txt`);
        writeFileSync(file, redactor.text(reportText(crashed, at)), { flag: 'wx', mode: 0o600 });
        remove(names().slice(maxReports));
      } catch {
        // The log still has the error, unless the disk is full.
      }
    },
    /** Call this when the console starts to end: a signal to all of its processes also ends the other processes. */
    end: () => void (isEnding = true),
    /** The newest report of earlier runs, which the page offers. Null after the user has deleted the reports. */
    offer: () => offer,
    /** Returns the content of all reports, newest first. */
    read: () => names().flatMap(read),
    delete: () => {
      remove(names());
      offer = null;
    },
  };
}

export type CrashReports = ReturnType<typeof createCrashReports>;

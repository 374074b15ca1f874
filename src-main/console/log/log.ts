import path from 'node:path';
import { visibleText } from '#shared/visible-text.ts';
import type { Clock } from '../clock/clock.ts';
import { createRotatingFile } from './rotating-file.ts';
import type { Redactor } from './redactor.ts';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Writes one event; `cause` is anything that was thrown. */
type Write = (line: string, cause?: unknown) => void;

/** The console's log: redacted, rotating, in the user-data folder; errors and warnings on standard error too. */
export interface Log extends Readonly<Record<LogLevel, Write>> {
  readonly folder: string;
  /** The latest errors and warnings of this run, oldest first, redacted. */
  readonly latestProblems: () => readonly string[];
}

export interface LogOptions {
  readonly userDataDir: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** The lowest level that is written. */
  readonly level: LogLevel;
  /** Where errors and warnings go besides the file: a terminal shows what matters, the file holds the rest. */
  readonly echo?: (line: string) => void;
}

const megabyte = 1024 * 1024;
const keptProblems = 50;
const longestLine = 8_000;

const causeText = (cause: unknown, redactor: Redactor): string => {
  if (cause === undefined) return '';
  if (typeof cause === 'string') return `: ${redactor.text(cause)}`;
  const clean = redactor.value(cause);
  if (!(cause instanceof Error)) return `: ${JSON.stringify(clean)}`;
  const { stack, message, name, ...more } = clean as Record<string, unknown>;
  const first = typeof stack === 'string' && stack !== '' ? stack : `${String(name)}: ${String(message)}`;
  return `: ${first}${Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : ''}`;
};

export function createLog({ userDataDir, clock, redactor, level, echo }: LogOptions): Log {
  const folder = path.join(userDataDir, 'logs');
  const append = createRotatingFile({ folder, name: 'ferry', bytes: megabyte, older: 4 });
  const problems: string[] = [];
  const writeAt =
    (at: LogLevel): Write =>
    (what, cause) => {
      if (logLevels.indexOf(at) > logLevels.indexOf(level)) return;
      const text = `${redactor.text(what)}${causeText(cause, redactor)}`.slice(0, longestLine);
      // One event is one line, and no sign of it moves a terminal: a text from outside cannot forge the next one.
      const line = visibleText(text.replace(/\r?\n\s*/g, ' | '));
      const event = `${clock.now().toISOString()} ${at.padEnd(5)} ${line}`;
      append(event);
      if (at !== 'error' && at !== 'warn') return;
      echo?.(event);
      problems.push(event);
      if (problems.length > keptProblems) problems.shift();
    };
  return {
    folder,
    latestProblems: () => problems,
    error: writeAt('error'),
    warn: writeAt('warn'),
    info: writeAt('info'),
    debug: writeAt('debug'),
  };
}

import { appendFileSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { visibleText } from '#shared/visible-text.ts';
import type { Clock } from '../clock/clock.ts';
import type { Redactor } from './redactor.ts';

interface RotatingFileOptions {
  readonly folder: string;
  /** File name without extension: `ferry` creates `ferry.log`, `ferry.1.log` and so on. */
  readonly name: string;
  readonly bytes: number;
  readonly older: number;
}

const sizeOf = (file: string): number => {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
};

/**
 * Appends lines to a file that rotates when full. Writes synchronously, so that the last line before a crash is stored.
 * A full disk or a deleted folder loses lines but never stops the console. Returns whether the line was written.
 */
export function createRotatingFile({ folder, name, bytes, older }: RotatingFileOptions): (line: string) => boolean {
  const fileOf = (age: number) => path.join(folder, age === 0 ? `${name}.log` : `${name}.${age}.log`);
  let size = -1;
  const rotateFiles = () => {
    rmSync(fileOf(older), { force: true });
    for (let age = older - 1; age >= 0; age -= 1) {
      if (sizeOf(fileOf(age)) > 0) renameSync(fileOf(age), fileOf(age + 1));
    }
    size = 0;
  };
  return (line) => {
    const text = `${line}\n`;
    const length = Buffer.byteLength(text);
    try {
      if (size < 0) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        // Removes a link, which redirects the lines, or a pipe, which blocks the writer.
        if (lstatSync(fileOf(0), { throwIfNoEntry: false })?.isFile() === false) rmSync(fileOf(0));
        size = sizeOf(fileOf(0));
      }
      if (size > 0 && size + length > bytes) rotateFiles();
      appendFileSync(fileOf(0), text, { mode: 0o600 });
      size += length;
      return true;
    } catch {
      size = -1;
      return false;
    }
  };
}

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

type Write = (line: string, cause?: unknown) => void;

/** The console's redacted and rotating log in the user-data folder. Errors and warnings also go to standard error. */
export interface Log extends Readonly<Record<LogLevel, Write>> {
  readonly folder: string;
  readonly recentProblems: () => readonly string[];
  readonly recentLines: () => readonly string[];
}

interface LogOptions {
  readonly userDataDir: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly level: LogLevel;
  readonly echo?: (line: string) => void;
}

const megabyte = 1024 * 1024;
const maxProblems = 50;
const maxRecentLines = 200;
const maxLineCharacters = 8_000;

const causeText = (cause: unknown, redactor: Redactor): string => {
  if (cause === undefined) return '';
  if (typeof cause === 'string') return `: ${redactor.text(cause)}`;
  const clean = redactor.value(cause);
  if (!(cause instanceof Error)) return `: ${JSON.stringify(clean)}`;
  const { stack, message, name, ...more } = clean as Record<string, unknown>;
  const mainText = typeof stack === 'string' && stack !== '' ? stack : `${String(name)}: ${String(message)}`;
  return `: ${mainText}${Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : ''}`;
};

export function createLog({ userDataDir, clock, redactor, level, echo }: LogOptions): Log {
  const folder = path.join(userDataDir, 'logs');
  const append = createRotatingFile({ folder, name: 'ferry', bytes: megabyte, older: 4 });
  const problems: string[] = [];
  const lines: string[] = [];
  const writeAt =
    (at: LogLevel): Write =>
    (what, cause) => {
      if (logLevels.indexOf(at) > logLevels.indexOf(level)) return;
      const text = `${redactor.text(what)}${causeText(cause, redactor)}`.slice(0, maxLineCharacters);
      // An event is one line without control characters, so that external strings can't forge another line.
      const line = visibleText(text.replace(/\r?\n\s*/g, ' | '));
      const event = `${clock.now().toISOString()} ${at.padEnd(5)} ${line}`;
      append(event);
      lines.push(event);
      if (lines.length > maxRecentLines) lines.shift();
      if (at !== 'error' && at !== 'warn') return;
      echo?.(event);
      problems.push(event);
      if (problems.length > maxProblems) problems.shift();
    };
  return {
    folder,
    recentProblems: () => problems,
    recentLines: () => lines,
    error: writeAt('error'),
    warn: writeAt('warn'),
    info: writeAt('info'),
    debug: writeAt('debug'),
  };
}

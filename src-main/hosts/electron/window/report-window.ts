import { writeSync } from 'node:fs';

const standardOutput = 1;

/**
 * Tells the program that started the console, where it asked for that, that its window is there, or that all has ended
 * well. One line of JSON, written before this returns.
 */
export function reportWindow(window: 'shown' | 'closed'): void {
  if (process.env['FERRY_REPORT_WINDOW'] !== '1') return;
  try {
    writeSync(standardOutput, `${JSON.stringify({ window, pid: process.pid })}\n`);
  } catch {
    // Nobody reads any more.
  }
}

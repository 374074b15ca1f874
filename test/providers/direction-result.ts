import path from 'node:path';
import type { ServerName } from '#test/fixtures/providers/provider-server.ts';

/** What a copy of the corpus came to. */
export interface DirectionResult {
  readonly from: ServerName;
  readonly to: ServerName;
  readonly items: number;
  /** How often the process that copies was killed before the copy ended. */
  readonly kills: number;
  readonly refusedBySource: readonly string[];
  readonly outcomes: Readonly<Record<string, number>>;
  /** Properties that the destination changed, with the number of items. */
  readonly changedProperties: Readonly<Record<string, number>>;
  /** Reported as copied, though the independent parsers see a difference. */
  readonly hidden: readonly string[];
  /** Reported as altered, though they see none. */
  readonly needless: readonly string[];
  readonly failed: readonly string[];
  /** Neither at the destination nor reported as failed. */
  readonly missing: readonly string[];
  readonly secondRun?: string;
}

/** Where the result of a direction is kept until the next run. */
export const resultFile = (from: ServerName, to: ServerName): string =>
  path.join(import.meta.dirname, `../../test-results/providers/${from}-to-${to}.json`);

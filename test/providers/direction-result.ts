import path from 'node:path';
import type { ServerName } from '#test/fixtures/providers/provider-server.ts';

export interface DirectionResult {
  readonly from: ServerName;
  readonly to: ServerName;
  readonly items: number;
  /** How often the copying process was killed before the copy finished. */
  readonly kills: number;
  readonly refusedBySource: readonly string[];
  readonly outcomes: Readonly<Record<string, number>>;
  /** Properties that the destination changed, with the number of items for each. */
  readonly changedProperties: Readonly<Record<string, number>>;
  /** Reported as copied, although the independent parsers found a difference. */
  readonly hidden: readonly string[];
  /** Reported as altered, although the independent parsers found no difference. */
  readonly needlessAlterations: readonly string[];
  readonly failed: readonly string[];
  /** Neither at the destination nor reported as failed. */
  readonly missing: readonly string[];
  readonly secondRun?: string;
}

/** The file that stores a direction's result until the next run. */
export const resultFile = (from: ServerName, to: ServerName): string =>
  path.join(import.meta.dirname, `../../test-results/providers/${from}-to-${to}.json`);

import type { BenchmarkRow, BenchmarkRun } from '../benchmark.ts';
import { browserHost, electronHost, installedHost, type MeasuredHost } from './hosts.ts';
import { withScratchFolder } from './scratch-folder.ts';
import { withDisplay } from '#test/fixtures/system/virtual-display.ts';

type OpenHost = (folder: string) => Promise<MeasuredHost>;

const hostsOf = ({ installed }: BenchmarkRun): Readonly<Record<string, OpenHost>> =>
  installed === undefined
    ? { Electron: electronHost, 'browser host': browserHost }
    : { installed: (folder) => installedHost(folder, installed) };

/**
 * Measures in both hosts, or in the run's installed console, one after the other, each with warm profiles in its own
 * folder. If a host's runtime is unavailable, its row says so. An error in a measurement ends the benchmark.
 */
export const inHosts = (
  run: BenchmarkRun,
  measure: (host: MeasuredHost) => Promise<readonly BenchmarkRow[]>,
): Promise<BenchmarkRow[]> =>
  withDisplay(async () => {
    const rows: BenchmarkRow[] = [];
    for (const [name, open] of Object.entries(hostsOf(run))) {
      await withScratchFolder(async (folder) => {
        const host = await open(folder).catch((error: Error) => error);
        if (host instanceof Error) {
          rows.push({ name, figures: {}, notRun: host.message });
          return;
        }
        rows.push(...(await measure(host)));
      });
    }
    return rows;
  });

import path from 'node:path';
import { withDisplay } from '#test/fixtures/system/virtual-display.ts';
import type { BenchmarkRow } from '../benchmark.ts';
import { snapshotFolder } from '../build-snapshot.ts';
import { withScratchFolder } from '../starts/scratch-folder.ts';
import { type BenchWindow, windowOpeners } from './open-window.ts';

/** Measures in a window of both hosts, one after the other. If a host's runtime is unavailable, its row says so. */
export const inBothWindows = (
  measure: (opened: BenchWindow) => Promise<readonly BenchmarkRow[]>,
): Promise<BenchmarkRow[]> =>
  withDisplay(async () => {
    const rows: BenchmarkRow[] = [];
    for (const [name, open] of Object.entries(windowOpeners)) {
      await withScratchFolder(async (folder) => {
        const opened = await open(snapshotFolder, path.join(folder, 'user-data')).catch((error: Error) => error);
        if (opened instanceof Error) {
          rows.push({ name, figures: {}, notRun: opened.message });
          return;
        }
        try {
          await opened.page.getByRole('table', { name: 'Migrations' }).getByRole('row').nth(5).waitFor();
          rows.push(...(await measure(opened)));
        } finally {
          await opened.close();
        }
      });
    }
    return rows;
  });

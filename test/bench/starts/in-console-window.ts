import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { startElectronOn } from '#test/fixtures/console/electron-host.ts';
import { withDisplay } from '#test/fixtures/system/virtual-display.ts';
import type { BenchmarkRow } from '../benchmark.ts';
import { snapshotFolder } from '../build-snapshot.ts';
import { withScratchFolder } from './scratch-folder.ts';

export interface ConsoleWindow {
  readonly name: string;
  readonly page: Page;
  readonly electron: ElectronApplication;
  readonly userData: string;
}

/** Measures in a console window that shows migrations. Rejects if Electron is unavailable. */
export const inConsoleWindow = (measure: (opened: ConsoleWindow) => Promise<BenchmarkRow[]>): Promise<BenchmarkRow[]> =>
  withDisplay(() =>
    withScratchFolder(async (folder) => {
      const userData = path.join(folder, 'user-data');
      const { label } = await resolveTestElectron();
      const electron = await startElectronOn(userData, [], { app: snapshotFolder });
      try {
        const page = await electron.firstWindow();
        await page.getByRole('table', { name: 'Migrations' }).getByRole('row').nth(5).waitFor();
        return await measure({ name: label, page, electron, userData });
      } finally {
        await electron.close();
      }
    }),
  );

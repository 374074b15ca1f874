import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserWindow, screen } from 'electron';
import { fitToWorkArea, readPlace, type WindowPlace } from './window-place.ts';

const saveAfterMs = 500;

export function openWindowState(userDataDir: string) {
  const file = path.join(userDataDir, 'window-state.json');
  const stored = read(file);
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  const bounds =
    stored &&
    fitToWorkArea(
      [main, ...others].map(({ workArea }) => workArea),
      stored,
    );
  return {
    bounds,
    follow: (window: BrowserWindow) => {
      if (stored?.maximized) window.maximize();
      if (stored?.fullScreen) window.setFullScreen(true);
      let timer: NodeJS.Timeout | undefined;
      const save = () => {
        clearTimeout(timer);
        if (window.isDestroyed()) return;
        write(file, {
          bounds: window.getNormalBounds(),
          maximized: window.isMaximized(),
          fullScreen: window.isFullScreen(),
        });
      };
      const saveSoon = () => {
        clearTimeout(timer);
        timer = setTimeout(save, saveAfterMs);
      };
      window.on('resize', saveSoon);
      window.on('move', saveSoon);
      window.on('close', save);
    },
  };
}

function read(file: string): WindowPlace | null {
  try {
    return readPlace(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Writes atomically. After a failure, the next window opens at its default position. */
function write(file: string, place: WindowPlace): void {
  try {
    rmSync(`${file}.new`, { force: true });
    writeFileSync(`${file}.new`, JSON.stringify(place), { mode: 0o600, flag: 'wx' });
    renameSync(`${file}.new`, file);
  } catch {}
}

import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import type { Program } from './watched-process.ts';

/** How to start a Chromium with a window on an address, its DevTools port open. */
export function chromiumProgram(url: string, profile: string): Program {
  const { executablePath, args = [] } = chromiumOptions();
  const quiet = ['--no-default-browser-check', '--disable-features=Translate', '--password-store=basic'];
  return {
    command: executablePath ?? 'chromium',
    args: [...args, ...quiet, '--remote-debugging-port=0', `--user-data-dir=${profile}`, url],
  };
}

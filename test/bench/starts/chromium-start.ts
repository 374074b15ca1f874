import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import type { Program } from './watched-process.ts';

/** The command for a Chromium with a window on a URL and an open DevTools port. */
export function chromiumProgram(url: string, profile: string): Program {
  const { executablePath, args = [] } = chromiumOptions();
  const quiet = ['--no-default-browser-check', '--disable-features=Translate', '--password-store=basic'];
  return {
    command: executablePath ?? 'chromium',
    args: [...args, ...quiet, '--remote-debugging-port=0', `--user-data-dir=${profile}`, url],
  };
}

import { spawn } from 'node:child_process';

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
/** Ms after which opening counts as successful if the program hasn't failed. */
const errorWaitMs = 1_500;

/**
 * Opens a file or folder with the user's default program. Other users can read a program's arguments, so the name must
 * contain no secret. Resolves with false if there is no desktop or program.
 */
export function openInDesktop(file: string): Promise<boolean> {
  const hasDesktop = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (!hasDesktop) return Promise.resolve(false);
  const [program = 'xdg-open', ...args] = openers[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, file], { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), errorWaitMs);
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
    child.unref();
  });
}

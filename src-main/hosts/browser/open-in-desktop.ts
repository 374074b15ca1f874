import { spawn } from 'node:child_process';

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a link or a folder with the person's own program. Resolves with false where there is no desktop or no program. */
export function openInDesktop(target: string): Promise<boolean> {
  const hasDesktop = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (!hasDesktop) return Promise.resolve(false);
  const [program = 'xdg-open', ...args] = openers[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, target], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

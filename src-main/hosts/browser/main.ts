import { startBrowserHost } from './start-browser-host.ts';

const shell = '/bin/sh';

/**
 * Ends this process at once, with its exit code: a call of the keychain that is never answered holds a thread, and
 * every regular exit waits for that thread. Node puts a shell that does no more than exit in the place of the process;
 * where it cannot (Windows, before Node 23.11), the process is killed.
 * @see docs/decisions/0013-make-one-keychain-call-at-a-time.md
 */
function endNow(): void {
  const { execve, exitCode, pid, platform } = process;
  if (platform === 'win32' || typeof execve !== 'function') process.kill(pid, 'SIGKILL');
  else execve(shell, [shell, '-c', `exit ${Number(exitCode ?? 0)}`], {});
}

process.exitCode = await startBrowserHost(process.argv.slice(2));

// Everything is closed by now; only a keychain that never answers keeps the process for longer.
setTimeout(endNow, 500).unref();

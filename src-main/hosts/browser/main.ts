import { startBrowserHost } from './start-browser-host.ts';

const shell = '/bin/sh';

/**
 * Exits immediately with the exit code. A hanging keychain call blocks a thread that every regular exit waits for, so
 * this replaces Node with a shell that exits or, on Windows or Node before 23.11, kills the process.
 * @see docs/decisions/0013-make-one-keychain-call-at-a-time.md
 */
function endNow(): void {
  const { execve, exitCode, pid, platform } = process;
  if (platform === 'win32' || typeof execve !== 'function') process.kill(pid, 'SIGKILL');
  else execve(shell, [shell, '-c', `exit ${Number(exitCode ?? 0)}`], {});
}

process.exitCode = await startBrowserHost(process.argv.slice(2));

// Everything is closed by now. Only a hanging keychain call can prevent the exit.
setTimeout(endNow, 500).unref();

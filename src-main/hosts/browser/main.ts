import { startBrowserHost } from './start-browser-host.ts';

const shell = '/bin/sh';

/**
 * Exits immediately with the exit code. A keychain call without a response blocks a thread that every regular exit
 * waits for. Replaces Node by a shell that only exits; where that is unsupported (Windows, Node before 23.11), kills
 * the process.
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

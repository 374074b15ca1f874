// Must run on Node 18.
import { watchNpm } from './packages/npm-watch.mjs';

const passed = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** Under npm, Ctrl+C arrives twice: from the terminal and from npm. A signal after this time (ms) is a second press. */
const duplicateSignalMs = 1_000;
const npmPollMs = 500;

/**
 * Forwards stop signals of this process to a child process and waits for its end. A killed npm counts as SIGTERM.
 * Returns a function that stops forwarding.
 * @param {import('node:child_process').ChildProcess} child
 */
export function passSignalsTo(child) {
  let last = -duplicateSignalMs;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    const now = performance.now();
    if (now - last < duplicateSignalMs) return;
    last = now;
    child.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
  };
  for (const signal of passed) process.on(signal, pass);
  const npmIsGone = watchNpm();
  const watch = setInterval(() => {
    if (npmIsGone()) pass('SIGTERM');
  }, npmPollMs);
  return () => {
    clearInterval(watch);
    for (const signal of passed) process.off(signal, pass);
  };
}

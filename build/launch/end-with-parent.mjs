// Imported before a program that a command runs: ends it when the command itself was killed and could not.
import { isMainThread } from 'node:worker_threads';

const pollMs = 500;
const parent = process.ppid;

if (isMainThread) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, pollMs);
  watch.unref();
}

// Imported before a program that a command runs. Ends the program if the command was killed and couldn't do so itself.
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

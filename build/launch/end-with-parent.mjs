// Imported before a program that a command starts. Ends the program if the command was killed, because a killed command
// can't.
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

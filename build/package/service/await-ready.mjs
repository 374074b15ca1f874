// Ends when the address answers 200: a start is over then, and the next instance may be restarted. Ends with 1 when the
// service has ended before, since systemd waits for this before it starts the service again.
import { setTimeout as wait } from 'node:timers/promises';

const [address = ''] = process.argv.slice(2);
const servicePid = Number(process.env['MAINPID']);

const isReady = () =>
  fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
/** Whether the service has ended; systemd names its process. A process of another user is one that runs. */
const hasEnded = () => {
  if (!(servicePid > 0)) return false;
  try {
    return !process.kill(servicePid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
};
while (!(await isReady())) {
  if (hasEnded()) process.exit(1);
  await wait(100);
}

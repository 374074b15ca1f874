// Exits with 0 when the URL responds with 200, so that the next instance can be restarted. Exits with 1 if the service
// has ended, because systemd restarts the service only after this script.
import { setTimeout as wait } from 'node:timers/promises';

const [address = ''] = process.argv.slice(2);
const servicePid = Number(process.env['MAINPID']);

const isReady = () =>
  fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
/**
 * Whether the service has ended. systemd passes its PID. A permission error means that the process is still running as
 * another user.
 */
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

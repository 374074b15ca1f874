import type { Clock } from '../clock/clock.ts';
import { createLog, type Log, type LogLevel, logLevels } from './log.ts';
import { proxySecrets } from './proxy-address.ts';
import { createRedactor, type Redactor } from './redactor.ts';

const levelOf = (text: string | undefined): LogLevel => logLevels.find((level) => level === text) ?? 'info';

/** The log of a host and the redactor that it goes through; `FERRY_LOG_LEVEL` sets the lowest level that is written. */
export function openLog(
  userDataDir: string,
  clock: Clock,
  echo: (line: string) => void,
): { readonly log: Log; readonly redactor: Redactor } {
  const redactor = createRedactor();
  proxySecrets(process.env).forEach((secret, index) => redactor.hold(`proxy ${index}`, secret));
  const log = createLog({ userDataDir, clock, redactor, level: levelOf(process.env['FERRY_LOG_LEVEL']), echo });
  // The monitor changes nothing of how the process ends; it only sees to it that the reason is on disk.
  process.on('uncaughtExceptionMonitor', (error, origin) => log.error(`the process ends by an ${origin}`, error));
  return { log, redactor };
}

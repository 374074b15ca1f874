import type { Clock } from '../clock/clock.ts';
import { type CrashReports, createCrashReports } from './crash-reports.ts';
import { createLog, type Log, type LogLevel, logLevels } from './log.ts';
import { proxySecrets } from './proxy-address.ts';
import { createRedactor, type Redactor } from './redactor.ts';

const levelOf = (text: string | undefined): LogLevel => logLevels.find((level) => level === text) ?? 'info';

interface OpenLogOptions {
  readonly userDataDir: string;
  readonly clock: Clock;
  readonly version: string;
  readonly echo: (line: string) => void;
}

/** Opens a host's log with its redactor and crash reports. `FERRY_LOG_LEVEL` sets the lowest level that is written. */
export function openLog({ userDataDir, clock, version, echo }: OpenLogOptions): {
  readonly log: Log;
  readonly redactor: Redactor;
  readonly crashReports: CrashReports;
} {
  const redactor = createRedactor();
  proxySecrets(process.env).forEach((secret, index) => redactor.hold(`proxy ${index}`, secret));
  const log = createLog({ userDataDir, clock, redactor, level: levelOf(process.env['FERRY_LOG_LEVEL']), echo });
  const crashReports = createCrashReports({ version, clock, log, redactor });
  // A monitor writes the reason to disk and doesn't change how the process ends.
  process.on('uncaughtExceptionMonitor', (error, origin) => crashReports.record('main', origin, error));
  return { log, redactor, crashReports };
}

import { succeed } from '#shared/app-error.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { ConsolePorts } from '../console-ports.ts';
import type { SelfCheck } from '../self-check/self-check.ts';
import { createUserHider } from '../support-bundle/hide-users.ts';
import { diagnosticsText } from './diagnostics-text.ts';

const faultsPerMinute = 20;

export function createDiagnosticsHandlers(
  { log, redactor, clock, openFolder }: Pick<ConsolePorts, 'log' | 'redactor' | 'clock' | 'openFolder'>,
  selfCheck: () => Promise<SelfCheck>,
): ConsoleHandlers['diagnostics'] {
  let faults: number[] = [];
  return {
    text: async () => {
      const text = redactor.text(diagnosticsText(await selfCheck(), log.latestProblems()));
      // People paste it into reports: addresses of users are none of it.
      return succeed({ text: createUserHider({}).hide(text) });
    },
    openLogs: async () => succeed({ folder: log.folder, opened: await openFolder(log.folder) }),
    reportPageFault: async ({ message, stack }) => {
      const now = clock.monotonic();
      faults = faults.filter((at) => now - at < 60_000);
      if (faults.length < faultsPerMinute) {
        faults.push(now);
        log.error(`page: ${message}`, stack);
      }
      return succeed({});
    },
  };
}

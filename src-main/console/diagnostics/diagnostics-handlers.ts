import { fail, succeed } from '#shared/app-error.ts';
import { brand } from '#shared/brand.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { fileNameTime, saveBytes } from '../exports/save-file.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import type { SelfCheck } from '../self-check/self-check.ts';
import { createUserHider } from '../support-bundle/hide-users.ts';

const section = (title: string, lines: readonly string[]): string =>
  [title, ...(lines.length > 0 ? lines : ['none']).map((line) => `  ${line}`)].join('\n');

function diagnosticsText({ at, host, items, versions }: SelfCheck, problems: readonly string[]): string {
  return [
    `${brand.consoleName}, ${host === 'electron' ? 'desktop' : 'browser'} host, ${at}`,
    section(
      'Versions',
      versions.map(({ name, version }) => `${name} ${version}`),
    ),
    section(
      'Self-check',
      items.map(({ group, name, state, found }) => `${state.padEnd(9)} ${group}: ${name}: ${found}`),
    ),
    section('Latest problems', problems.slice(-20)),
    '',
  ].join('\n\n');
}

const faultsPerMinute = 20;

export function createDiagnosticsHandlers(
  ports: Pick<ConsolePorts, 'log' | 'crashReports' | 'redactor' | 'clock' | 'openFolder' | 'saveFile'>,
  selfCheck: () => Promise<SelfCheck>,
): ConsoleHandlers['diagnostics'] {
  const { log, crashReports, redactor, clock, openFolder, saveFile } = ports;
  let faults: number[] = [];
  const readCrashReports = () => {
    const texts = crashReports.read();
    return { count: texts.length, text: createUserHider({}).hide(texts.join('\n')) };
  };
  return {
    text: async () => {
      const text = redactor.text(diagnosticsText(await selfCheck(), log.recentProblems()));
      // Users paste this string into reports, so user IDs and email addresses are hidden.
      return succeed({ text: createUserHider({}).hide(text) });
    },
    crashReports: async () => succeed(readCrashReports()),
    saveCrashReports: async () => {
      const now = clock.now();
      const { count, text } = readCrashReports();
      if (count === 0) return fail('not_found', now, { detail: 'There are no crash reports.' });
      const fileName = `ferry-crash-reports-${fileNameTime(now)}.txt`;
      return saveBytes(saveFile, { fileName, format: 'txt' }, Buffer.from(text), now);
    },
    deleteCrashReports: async () => {
      crashReports.delete();
      return succeed({});
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

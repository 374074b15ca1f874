import { fail, succeed } from '#shared/app-error.ts';
import type { reportFormats } from '#shared/console-contract/token-lab-calls.ts';
import type { Clock } from '../clock/clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import { saveBytes, type SaveFile } from '../exports/save-file.ts';
import { jsonReport, markdownReport, type ReportSubject } from './report.ts';
import type { TokenLab } from './token-lab.ts';

interface TokenLabHandlerPorts {
  readonly lab: TokenLab;
  readonly clock: Pick<Clock, 'now'>;
  readonly saveFile: SaveFile;
  /** What the head of a report says. */
  readonly subject: () => Omit<ReportSubject, 'at' | 'runs'>;
}

export function createTokenLabHandlers(ports: TokenLabHandlerPorts): ConsoleHandlers['tokenLab'] {
  const { lab, clock } = ports;
  const write = (format: (typeof reportFormats)[number]) => {
    if (lab.latest().length === 0) return null;
    const at = clock.now().toISOString();
    const report = { ...ports.subject(), at, runs: lab.latest() };
    const day = at.slice(0, 10);
    return format === 'json'
      ? { fileName: `token-lab-${day}.json`, format: 'json' as const, text: jsonReport(report) }
      : { fileName: `token-lab-${day}.md`, format: 'md' as const, text: markdownReport(report) };
  };
  const nothing = () => fail('not_found', clock.now(), { detail: 'No proof has run yet.' });
  return {
    state: lab.state,
    run: ({ ids, confirmed }) => lab.run(ids, confirmed),
    cancel: lab.cancel,
    report: async ({ format }) => {
      const written = write(format);
      return written === null ? nothing() : succeed({ fileName: written.fileName, text: written.text });
    },
    saveReport: async ({ format }) => {
      const written = write(format);
      if (written === null) return nothing();
      const { text, ...suggested } = written;
      return saveBytes(ports.saveFile, suggested, Buffer.from(text), clock.now());
    },
  };
}

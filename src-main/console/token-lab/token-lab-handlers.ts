import { succeed } from '#shared/app-error.ts';
import type { Clock } from '../clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import { jsonReport, markdownReport, type ReportSubject } from './report.ts';
import type { TokenLab } from './token-lab.ts';

export const createTokenLabHandlers = (
  lab: TokenLab,
  clock: Pick<Clock, 'now'>,
  subject: () => Omit<ReportSubject, 'at' | 'runs'>,
): ConsoleHandlers['tokenLab'] => ({
  state: lab.state,
  run: ({ ids, confirmed }) => lab.run(ids, confirmed),
  cancel: lab.cancel,
  report: async ({ format }) => {
    const at = clock.now().toISOString();
    const report = { ...subject(), at, runs: lab.latest() };
    const day = at.slice(0, 10);
    return succeed(
      format === 'json'
        ? { fileName: `token-lab-${day}.json`, text: jsonReport(report) }
        : { fileName: `token-lab-${day}.md`, text: markdownReport(report) },
    );
  },
});

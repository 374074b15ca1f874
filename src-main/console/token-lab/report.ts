import { brand } from '#shared/brand.ts';
import type { ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import { visibleLines } from '#shared/visible-text.ts';
import { proofTexts, type Verdict } from '#shared/token-proofs.ts';
import { markdownText } from '../exports/markdown-text.ts';

interface ReportSubject {
  readonly version: string;
  readonly profile: string;
  readonly environment: string;
  readonly baseURL: string | null;
  /** ISO 8601. */
  readonly at: string;
  readonly runs: readonly ProofRun[];
}

const words: Record<Verdict, string> = { pass: 'Pass', fail: 'Fail', unknown: 'Inconclusive' };
const times: Record<ProofRun['time'], string | null> = {
  clock: "The service's clock was moved.",
  waited: 'The console waited in real time.',
  none: null,
};

const verdictWord = ({ verdict }: ProofRun): string => words[verdict ?? 'unknown'];
const toCodeBlock = (text: string): string => {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}\n${text}\n${fence}`;
};

const callLines = (run: ProofRun): string[] =>
  run.calls.flatMap((call) => [
    `${call.no}. ${call.what}${call.wrong ? ' (not allowed by the specification)' : ''}, ${Math.round(call.endMs - call.startMs)} ms`,
    '',
    toCodeBlock(`${call.sent}\n\n${call.reply}`),
    '',
  ]);

const section = (run: ProofRun): string => {
  const { title, must, why, next } = proofTexts[run.proofId];
  return [
    `## ${verdictWord(run)}: ${title}`,
    '',
    must,
    '',
    `Why: ${why}`,
    '',
    `Expected: ${markdownText(run.expected)}`,
    '',
    `Received: ${markdownText(run.received)}`,
    '',
    `${markdownText(run.title)}. ${markdownText(run.text)}`,
    ...(run.verdict === 'fail' ? ['', `What to do next: ${next}`] : []),
    ...(times[run.time] === null ? [] : ['', times[run.time]]),
    '',
    ...(run.checks.length === 0
      ? []
      : [
          '| check | expected | received | verdict |',
          '| --- | --- | --- | --- |',
          ...run.checks.map(
            (check) =>
              `| ${markdownText(check.name)} | ${markdownText(check.expected)} | ${markdownText(check.received)} | ${words[check.verdict]} |`,
          ),
          '',
        ]),
    ...callLines(run),
  ].join('\n');
};

const counts = (runs: readonly ProofRun[]): string =>
  (['pass', 'fail', 'unknown'] as const)
    .map((verdict) => `${words[verdict]}: ${runs.filter((run) => run.verdict === verdict).length}`)
    .join(', ');

export const markdownReport = ({ version, profile, environment, baseURL, at, runs }: ReportSubject): string =>
  visibleLines(
    [
      `# Token lab: ${markdownText(profile)}`,
      '',
      `${environment}, ${baseURL ?? 'no base URL'}, ${at}. ${brand.consoleName} ${version}.`,
      '',
      `${counts(runs)}.`,
      '',
      '| proof | verdict | found |',
      '| --- | --- | --- |',
      ...runs.map((run) => `| ${proofTexts[run.proofId].title} | ${verdictWord(run)} | ${markdownText(run.title)} |`),
      '',
      ...runs.map(section),
    ].join('\n'),
  );

export const jsonReport = (subject: ReportSubject): string =>
  visibleLines(
    `${JSON.stringify(
      {
        ...subject,
        console: brand.consoleName,
        runs: subject.runs.map((run) => ({ proof: proofTexts[run.proofId], ...run })),
      },
      null,
      2,
    )}\n`,
  );

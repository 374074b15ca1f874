import { brand } from '#shared/brand.ts';
import type { ActivityView } from '#shared/console-contract/activity-calls.ts';
import type { DeepReadonly } from '../calls/console-handlers.ts';
import type { LabRecording } from '#shared/console-contract/modal-lab-calls.ts';
import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';
import type { TimelineChange } from '#shared/console-contract/timeline-calls.ts';
import { reasonsText } from '#shared/reports-api/reason-words.ts';
import { markdownText, oneLine } from '../exports/markdown-text.ts';
import type { CopyCounts } from './copy-counts.ts';

export interface BundleMaterial {
  /** Examples: "Migration 8f3c1d02-…", "Modal lab, 3 flows". */
  readonly title: string;
  /** ISO 8601. */
  readonly at: string;
  readonly profile: { readonly name: string; readonly environment: string; readonly baseURL: string | null };
  readonly versions: readonly { readonly name: string; readonly version: string }[];
  readonly company: string | null;
  /** The migration's body as JSON text, or why the body is missing. Null for a lab. */
  readonly migration: { readonly id: string; readonly json: string | null; readonly problem: string | null } | null;
  readonly copied: CopyCounts | null;
  readonly activity: DeepReadonly<ActivityView> | null;
  readonly timeline: readonly TimelineChange[];
  readonly requests: readonly RequestDetail[];
  readonly recordings: readonly LabRecording[];
  /** Crash reports as text, newest first. */
  readonly crashes: readonly string[];
}

const fileDescriptions: Readonly<Record<string, string>> = {
  'migration.json': 'the migration as the service returned it at export',
  'copied.md': 'counts of items copied, changed by the destination, skipped and failed, with reasons; no item details',
  'copied.json': 'the same data as JSON',
  'activity.json':
    'what happened, and why: the cause and the steps that the service recorded, without customer content',
  'timeline.md': 'the statuses this console observed, and when',
  'timeline.json': 'the same data as JSON',
  'events.md': "the modal lab's log: steps, modal events, problems",
  'events.json': 'the same data as JSON; the modal lab can load each session',
  'requests.md': "this console's requests for the migration, oldest first",
  'requests.json': "the same requests with headers and bodies, without other migrations' rows",
  'crash-reports.txt': "this console's crash reports, each with its last log lines; newest first",
  'versions.json': 'profile, and versions of the console and its runtime',
};

export function readme(
  { title, at, profile, company, migration, activity }: BundleMaterial,
  names: readonly string[],
): string {
  const width = Math.max(...names.map((name) => name.length));
  return [
    `${brand.consoleName}: support bundle`,
    '',
    title,
    ...(company === null ? [] : [`Company: ${oneLine(company)}`]),
    `Profile: ${oneLine(profile.name)} (${profile.environment}), ${profile.baseURL ?? 'no base URL yet'}`,
    ...(activity?.cause
      ? [`Cause: ${oneLine(activity.cause.message)}`, `Next step: ${oneLine(activity.cause.next_step)}`]
      : []),
    ...(activity?.reference ? [`Reference: ${oneLine(activity.reference)}`] : []),
    `Created: ${at}`,
    ...(migration?.problem ? ['', `The service didn't return the migration: ${oneLine(migration.problem)}`] : []),
    '',
    'Files:',
    ...names.map((name) => `  ${name.padEnd(width)}  ${fileDescriptions[name] ?? ''}`.trimEnd()),
    '',
    'These files contain no API key, link token, access token or cookie. The console removes secrets before it stores',
    'anything. "user-1", "user-2" and so on replace user IDs.',
    '',
  ].join('\n');
}

const minutes = (ms: number): string => {
  const total = Math.max(Math.round(ms / 1000), 0);
  if (total < 60) return `${total} s`;
  return total < 3_600
    ? `${Math.floor(total / 60)} min ${total % 60} s`
    : `${Math.floor(total / 3_600)} h ${Math.floor((total % 3_600) / 60)} min`;
};

export const timelineMarkdown = (timeline: readonly TimelineChange[]): string =>
  [
    '# Observed timeline',
    '',
    'Lists only the statuses that this console observed. Between two entries the status may have been different.',
    '',
    '| status | first observed | last observed | notes |',
    '| --- | --- | --- | --- |',
    ...timeline.map(({ status, at, until, unseenMs, possible, clockSetBack }) => {
      const notes = [
        ...(unseenMs === null ? [] : [`not observed for the previous ${minutes(unseenMs)}`]),
        ...(possible === false ? ['unexpected transition'] : []),
        ...(clockSetBack ? ["this device's clock was set back"] : []),
      ];
      return `| ${markdownText(status)} | ${at} | ${until} | ${notes.join('; ')} |`;
    }),
    '',
  ].join('\n');

const itemsText = ({ isCounted, total }: CopyCounts['collections'][number]): string =>
  isCounted ? `${total}` : total === 0 ? 'not counted' : `at least ${total}`;

const notCountedReason = ({ isForbidden, reasons }: CopyCounts['collections'][number]): string =>
  [...(isForbidden ? ['forbidden by the source'] : []), ...(reasons.length > 0 ? [reasonsText(reasons)] : [])].join(
    '; ',
  );

export const copiedMarkdown = ({ collections, isPractice, ...counts }: CopyCounts): string =>
  [
    '# What was copied',
    '',
    `${counts.copied} of ${collections.every((collection) => collection.isCounted) ? '' : 'at least '}${counts.total} items, ${counts.altered} changed by the destination, ${counts.skipped} skipped, ${counts.failed} failed, ${counts.pending} not copied yet.`,
    ...(isPractice ? ['', 'Simulated copy: no data left the service.'] : []),
    '',
    '| collection | items | copied | changed | skipped | failed | remaining | reasons |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...collections.map(
      (collection) =>
        `| ${markdownText(collection.name)} | ${itemsText(collection)} | ${collection.copied} | ${collection.altered} | ${collection.skipped} | ${collection.failed} | ${collection.pending} | ${markdownText(notCountedReason(collection))} |`,
    ),
    '',
  ].join('\n');

export const requestsMarkdown = (requests: readonly RequestDetail[]): string =>
  [
    '# Requests',
    '',
    '| sent | request | status | ms | try | problem |',
    '| --- | --- | --- | --- | --- | --- |',
    ...requests.map(({ line, problemDetail }) => {
      const problem =
        line.problem === null ? '' : `${line.problem}${problemDetail === null ? '' : `: ${problemDetail}`}`;
      return `| ${line.at} | ${markdownText(`${line.method} ${line.path}`)} | ${line.status ?? 'none'} | ${Math.round(line.totalMs)} | ${line.tryNumber} of ${line.triesAllowed} | ${markdownText(problem)} |`;
    }),
    '',
  ].join('\n');

export const eventsMarkdown = (recordings: readonly LabRecording[]): string =>
  recordings
    .flatMap(({ recordedAt, service, entries, requests }, index) => [
      `# Session ${index + 1}, ${markdownText(service)}, until ${recordedAt}`,
      '',
      '| flow | after | kind | what |',
      '| --- | --- | --- | --- |',
      ...entries.map(
        ({ flow, atMs, kind, name }) => `| ${flow} | ${Math.round(atMs)} ms | ${kind} | ${markdownText(name)} |`,
      ),
      ...(requests.length === 0
        ? []
        : [
            '',
            '| flow | after | from | request | status | ms |',
            '| --- | --- | --- | --- | --- | --- |',
            ...requests.map(
              ({ flow, atMs, from, method, path, status, ms }) =>
                `| ${flow} | ${Math.round(atMs)} ms | ${from} | ${markdownText(`${method} ${path}`)} | ${status ?? ''} | ${Math.round(ms)} |`,
            ),
          ]),
      '',
    ])
    .join('\n');

import type { ActivityView, EntryView } from '#shared/console-contract/activity-calls.ts';
import type { ReportView } from '#shared/console-contract/reports-calls.ts';
import { countText } from '#ui/values/number-text.ts';
import { ageText, dateOf } from '#ui/values/times.tsx';
import { waitWords } from '../timeline/activity-words.ts';
import { collectionName } from './report/report-rows.ts';

type Activity = Pick<ActivityView, 'cause' | 'results' | 'remaining'>;

const reasonTexts: ReadonlyMap<string | null, string> = new Map([
  ['slower', ' The copy is slower than before.'],
  ['slower_source', ' The source is slower than before.'],
  ['slower_destination', ' The destination is slower than before.'],
  ['more_items', ' The source has more items than first counted.'],
]);

/** " About 3 min left. The source is slower than before." Empty if the service doesn't know the remaining time. */
const remainingText = (activity: Activity | null): string => {
  const { seconds = 0, because = null } = activity?.remaining ?? {};
  return seconds < 1 ? '' : ` About ${ageText(seconds * 1_000)} left.${reasonTexts.get(because) ?? ''}`;
};

/** "Waiting for 4 min because the source doesn't respond: attempt 6, next in 30 s." Null if the copy isn't waiting. */
const waitText = ({ cause, results }: Activity, now: Date): string | null => {
  const isStart = ({ step, detail }: EntryView) => step === 'waiting' && detail['for'] === cause?.code;
  const startIndex = results.map(isStart).lastIndexOf(true);
  const startDate = dateOf(results[startIndex]?.at ?? null);
  if (cause === null || !startDate) return null;
  const [retry] = results
    .slice(startIndex)
    .filter(({ step }) => step === 'retried')
    .slice(-1);
  const times = Number(retry?.detail['times'] ?? (retry ? 1 : 0));
  const nextAt = (dateOf(retry?.at ?? null)?.getTime() ?? 0) + Number(retry?.detail['next_in_s'] ?? 0) * 1_000;
  const next = nextAt > now.getTime() ? `, next in ${ageText(nextAt - now.getTime())}` : '';
  const attempts = retry ? `: attempt ${countText(times + 1)}${next}` : '';
  return `Waiting for ${ageText(now.getTime() - startDate.getTime())} because ${waitWords(cause.code)}${attempts}.`;
};

/** "Copying Invoices: 2,684 of 6,040 items." Null if the report contains no running copy. */
const copyText = ({ ended, collections }: Pick<ReportView, 'ended' | 'collections'>): string | null => {
  if (ended !== null) return null;
  const openCollections = collections.filter(({ pending, is_counted: isCounted }) => pending > 0 || !isCounted);
  const current = openCollections.find(({ total, pending }) => total > pending) ?? openCollections[0];
  if (current === undefined) return null;
  const totalText = current.is_counted ? countText(current.total) : `at least ${countText(current.total)}`;
  return `Copying ${collectionName(current)}: ${countText(current.total - current.pending)} of ${totalText} items.`;
};

export const currentWork = (
  status: string,
  { activity, report }: { readonly activity: Activity | null; readonly report: ReportView | null },
  now: Date,
): string | null => {
  if (status !== 'WORKING' && status !== 'PENDING_USER_INPUT') return null;
  const waitingText = activity === null ? null : waitText(activity, now);
  const text = waitingText ?? (status === 'WORKING' && report !== null ? copyText(report) : null);
  return text === null ? null : `${text}${remainingText(activity)}`;
};

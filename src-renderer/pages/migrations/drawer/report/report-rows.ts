import type { ReportView } from '#shared/console-contract/reports-calls.ts';
import { reasonWords, isSkip } from '#shared/reports-api/reason-words.ts';
import { countText } from '#ui/values/number-text.ts';

type Collection = ReportView['collections'][number];

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const collectionName = ({ name, kind }: Pick<Collection, 'name' | 'kind'>): string =>
  name === kind ? sentence(name.replaceAll('_', ' ')) : name;

export const reasonsLine = ({ reasons }: Pick<Collection, 'reasons'>): string =>
  [...reasons]
    .sort((one, other) => Number(isSkip(one.reason)) - Number(isSkip(other.reason)) || other.count - one.count)
    .map(({ reason, count }) => `${countText(count)} ${isSkip(reason) ? 'skipped' : 'failed'}: ${reasonWords(reason)}.`)
    .join(' ');

export const knownLine = (
  {
    is_counted: isCounted,
    is_forbidden: isForbidden,
    total,
  }: Pick<Collection, 'is_counted' | 'is_forbidden' | 'total'>,
  { ended }: Pick<ReportView, 'ended'>,
): string => {
  if (isForbidden)
    return `The source denies access to this collection${isCounted ? '' : ' and did not report its item count'}.`;
  if (isCounted) return '';
  if (total > 0)
    return `At least ${countText(total)} items. ${ended === null ? 'Not all items are counted yet' : 'Not all items were counted'}.`;
  return ended === null
    ? "The copy hasn't reached this collection, so its item count is unknown."
    : "The copy didn't reach this collection, so its item count is unknown.";
};

/** Formats "12 of 14 items", or "at least" if a collection isn't counted yet. Altered items count as copied. */
export const copiedOf = ({
  copied,
  altered,
  total,
  collections,
}: Pick<ReportView, 'copied' | 'altered' | 'total' | 'collections'>): string =>
  `${countText(copied + altered)} of ${collections.every((collection) => collection.is_counted) ? '' : 'at least '}${countText(total)} items`;

export const pendingLabel = ({ ended }: Pick<ReportView, 'ended'>): string =>
  ended === null ? 'Remaining' : 'Not copied';

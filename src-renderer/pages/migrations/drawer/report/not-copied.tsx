import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ItemView, ReportView } from '#shared/console-contract/reports-calls.ts';
import { changeText, reasonWords } from '#shared/reports-api/reason-words.ts';
import { Button } from '#ui/controls/controls.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { directionOf } from '#ui/values/text-direction.ts';
import { appErrorOf, useConsole } from '../../../../api/console-api.ts';
import { ErrorLine } from '../../../../components/messages/error-line.tsx';
import { collectionName } from './report-rows.ts';

interface NotCopiedProps {
  readonly id: string;
  readonly report: ReportView;
}

/** Maximum items per click. The export contains all items. */
const maxShown = 100;

const ItemLine = ({ item, collection }: { readonly item: ItemView; readonly collection: string }) => (
  <li className="not-copied-item">
    <bdi className="mono truncate" {...tip(item.item, { whenCut: true })}>
      {item.item}
    </bdi>
    <span className="muted">
      <bdi dir={directionOf(collection)}>{collection}</bdi>, {item.state === 'altered' ? 'changed' : item.state}
      {item.reason === null ? '' : `: ${reasonWords(item.reason)}`}
    </span>
    {item.detail === null ? null : <bdi className="muted">Server response: {item.detail}</bdi>}
    {item.changes.map((change) => (
      <bdi className="muted" key={changeText(change)}>
        {changeText(change)}
      </bdi>
    ))}
  </li>
);

const Items = ({ id, report, what }: NotCopiedProps & { readonly what: string }) => {
  const { api } = useConsole();
  const [max, setMost] = useState(maxShown);
  const [isStopped, setStopped] = useState(false);
  const countsKey = `${report.status} ${report.failed} ${report.skipped} ${report.altered}`;
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['migrations', 'notCopied', id],
    queryFn: async ({ pageParam, signal }) => ({
      ...(await api.reports.notCopied({ id, after: pageParam }, { signal })),
      counted: countsKey,
    }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }, _pages, _after, request) => (request.includes(next) ? null : next),
    gcTime: 60_000,
    // Loaded pages never become stale, because refetching would repeat all their requests.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pages = data?.pages ?? [];
  const next = pages.at(-1)?.next ?? null;
  // The service returned the cursor of an earlier page. Following it would cause an endless loop.
  const isLoop = next !== null && !hasNextPage && data?.pageParams.includes(next) === true;
  const items = pages.flatMap((page) => page.items);
  const readCount = pages.reduce((sum, page) => sum + page.looked, 0);
  const expectedCount = report.failed + report.skipped + report.altered;
  const isWhole = data !== undefined && (!hasNextPage || items.length >= expectedCount);
  const hasMore = data !== undefined && !isWhole && !isStopped && error === null && items.length < max;
  // During a copy, the previous items stay visible until their pages are refetched.
  const isOld = data !== undefined && error === null && pages[0]?.counted !== countsKey;
  useEffect(() => {
    if (isFetching) return;
    if (hasMore) void fetchNextPage();
    else if (isOld) void refetch();
  }, [hasMore, isOld, isFetching, fetchNextPage, refetch]);
  const names = new Map(report.collections.map((collection) => [collection.id, collectionName(collection)]));
  return (
    <>
      {items.length === 0 ? null : (
        <ul className="not-copied" aria-label={`Items that were ${what}`}>
          {items.slice(0, max).map((item) => (
            <ItemLine
              key={`${item.collection} ${item.item}`}
              item={item}
              collection={names.get(item.collection) ?? item.collection}
            />
          ))}
        </ul>
      )}
      <output className="report-foot number">
        {hasMore || (isFetching && !isOld)
          ? `Searched ${countText(readCount)} of ${countText(report.total)} items… `
          : ''}
        {hasMore ? (
          <button type="button" className="link-button" onClick={() => setStopped(true)}>
            Stop
          </button>
        ) : null}
        {!isFetching && !hasMore && !isWhole && error === null ? (
          <>
            Showing {countText(Math.min(items.length, max))} of {countText(expectedCount)}.{' '}
            <button
              type="button"
              className="link-button"
              onClick={() => {
                setStopped(false);
                setMost(items.length + maxShown);
              }}
            >
              Show more
            </button>
          </>
        ) : null}
      </output>
      {isLoop ? (
        <p className="report-foot" role="alert">
          The service returned a link to an earlier page, so the rest of the list can't be loaded.
        </p>
      ) : null}
      <ErrorLine error={error ? appErrorOf(error) : null} />
      {error ? (
        <Button size="small" busy={isFetching} onPress={() => void (hasNextPage ? fetchNextPage() : refetch())}>
          Continue
        </Button>
      ) : null}
    </>
  );
};

/** Lists items that failed, were skipped, or were altered. Loaded on request, as the service lists all items. */
export const NotCopied = ({ id, report }: NotCopiedProps) => {
  const [isOpen, setOpen] = useState(false);
  const count = report.failed + report.skipped + report.altered;
  if (count === 0) return null;
  const outcomeText =
    report.altered === 0 ? 'not copied' : report.altered === count ? 'changed' : 'changed or not copied';
  return (
    <>
      <p className="report-foot">
        <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} the {count === 1 ? 'item' : `${countText(count)} items`} that{' '}
          {count === 1 ? 'was' : 'were'} {outcomeText}
        </button>
      </p>
      {isOpen ? <Items id={id} report={report} what={outcomeText} /> : null}
    </>
  );
};

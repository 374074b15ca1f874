import { ArrowLeftRight, CircleX, ListFilter, Pause, Play, SearchX, ShieldCheck, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Kbd, useShortcuts } from '#ui/keys/shortcuts.tsx';
import { type Segment, Segments } from '#ui/controls/segments.tsx';
import { SelectBox } from '#ui/controls/form.tsx';
import type { RequestFilter, RequestsSearch } from './list/requests-search.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { describeAppError } from '#shared/app-error-text.ts';
import type { RequestLine } from '#shared/console-contract/requests-calls.ts';
import { appErrorOf, useConsole } from '../../api/console-api.ts';
import { useLastError } from '../../api/read-failures.ts';
import { isFailed, useRequestLog } from '../../api/request-log.ts';
import { useProfileNames } from './list/use-profile-names.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/controls.tsx';
import { Skeleton } from '#ui/table/skeleton.tsx';
import { Banner, MessageBlock } from '#ui/messages/messages.tsx';
import { lastVisits } from '../../components/unseen-failures.ts';
import { ErrorBlock } from '../../components/messages/error-block.tsx';
import { countText, countedText } from '#ui/values/number-text.ts';
import { PageHead } from '#ui/page/page-head.tsx';
import { durationText } from '#ui/values/times.tsx';
import '../../components/listing/listing-page.css';
import { RequestDrawer } from './drawer/request-drawer.tsx';
import { filterLines, medianMs } from './list/request-lines.ts';
import { columnsOf, RequestTable } from './list/request-table.tsx';
import { useCurl } from './list/use-curl.ts';
import './requests-page.css';

interface RequestFilterBarProps {
  readonly search: RequestsSearch;
  readonly failed: number;
  readonly names: ReadonlyMap<string, string>;
  readonly onSearch: (search: Partial<RequestsSearch>) => void;
}

const missingOption = (id: string | null, names: ReadonlyMap<string, string>): readonly (readonly [string, string])[] =>
  id === null || names.has(id) ? [] : [[id, 'No stored requests']];

const RequestFilterBar = ({ search, failed, names, onSearch }: RequestFilterBarProps) => {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.focus() });
  const filters: readonly Segment<RequestFilter>[] = [
    { value: 'all', label: 'All' },
    { value: 'failed', label: 'Failed', count: failed === 0 ? undefined : String(failed) },
    { value: 'post', label: 'POST' },
    { value: 'get', label: 'GET' },
  ];
  return (
    <div className="request-filters row rigid">
      <div className="request-find">
        <ListFilter size={14} aria-hidden="true" />
        <input
          ref={field}
          type="search"
          className="field"
          aria-label="Filter by path, status or method"
          aria-keyshortcuts="/"
          placeholder="Filter by path or status"
          value={search.text}
          maxLength={200}
          onChange={(event) => onSearch({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || search.text === '') return;
            event.stopPropagation();
            onSearch({ text: '' });
          }}
        />
        {search.text === '' ? <Kbd>/</Kbd> : null}
      </div>
      <Segments
        label="Filter requests"
        segments={filters}
        value={search.filter}
        onChange={(filter) => onSearch({ filter })}
      />
      {names.size > 1 || search.profile !== null ? (
        <SelectBox
          boxClass="request-profile"
          aria-label="Profile of the requests"
          value={search.profile ?? ''}
          options={[['', 'All profiles'], ...names, ...missingOption(search.profile, names)]}
          onChange={(id) => onSearch({ profile: id === '' ? null : id })}
        />
      ) : null}
    </div>
  );
};

const noLines: readonly RequestLine[] = [];

const summary = (lines: readonly RequestLine[], failed: number): string => {
  const median = medianMs(lines);
  return `${countedText(lines.length, 'call')}, ${countText(failed)} failed${median === null ? '' : `, median ${durationText(median)}`}`;
};

const markSeen = (lines: readonly RequestLine[]): void => {
  const previous = lastVisits.get();
  const latest = new Map(previous);
  for (const { id, profileId } of lines) latest.set(profileId, Math.max(id, latest.get(profileId) ?? 0));
  if ([...latest].some(([profileId, id]) => previous.get(profileId) !== id)) lastVisits.set(latest);
};

export const RequestsPage = () => {
  const { api } = useConsole();
  const query = useRequestLog();
  const log = query.data;
  const readError = useLastError(query, ['requests']);
  const search = useSearch({ from: '/requests' });
  const navigate = useNavigate({ from: '/requests' });
  const copyCurl = useCurl();
  const pause = useAction(async () => void (await api.requests.pause({ paused: !log?.paused })));
  const clear = useAction(async () => void (await api.requests.clear({})));

  const actionError = pause.error ?? clear.error;

  const lines = log?.lines ?? noLines;
  useEffect(() => markSeen(lines), [lines]);
  const { profile } = search;
  const profileLines = useMemo(() => filterLines(lines, { filter: 'all', text: '', profile }), [lines, profile]);
  const failedCount = useMemo(() => profileLines.filter(isFailed).length, [profileLines]);
  // oxlint-disable-next-line unicorn/no-array-reverse -- the oldest supported Chromium has no `toReversed`
  const newestFirst = useMemo(() => [...filterLines(profileLines, search)].reverse(), [profileLines, search]);

  const names = useProfileNames(lines);

  const onSearch = useCallback(
    (next: Partial<RequestsSearch>) => void navigate({ search: (before) => ({ ...before, ...next }), replace: true }),
    [navigate],
  );
  const onOpen = useCallback(
    (id: string, how: 'open' | 'move') =>
      void navigate({ search: (before) => ({ ...before, open: Number(id) }), replace: how === 'move' }),
    [navigate],
  );
  const onClose = (): void => void navigate({ search: (before) => ({ ...before, open: null }) });
  const openId = search.open === null ? null : String(search.open);
  useShortcuts(search.open === null ? {} : { Escape: onClose });

  return (
    <div className="listing fill" data-drawer={search.open === null ? undefined : true}>
      <section className="listing-main stack fill" aria-label="Requests">
        <PageHead
          title="Requests"
          count={log ? lines.length : null}
          actions={
            <>
              <Button icon={log?.paused ? Play : Pause} onPress={() => void pause.run()}>
                {log?.paused ? 'Resume' : 'Pause'}
              </Button>
              <Button icon={Trash2} onPress={() => void clear.run()}>
                Clear
              </Button>
            </>
          }
        >
          <span className="requests-about truncate">
            {log?.paused
              ? "Paused. Requests aren't recorded."
              : `Keeps the last 500 requests${names.size === 1 ? ` for ${[...names.values()][0]}` : ''}, in memory only.`}
          </span>
        </PageHead>
        {actionError ? (
          <Banner tone="danger" icon={CircleX} title={`${describeAppError(actionError).title}.`}>
            {log?.paused ? 'Recording stays paused.' : 'Recording continues.'}
          </Banner>
        ) : null}
        <RequestFilterBar search={search} failed={failedCount} names={names} onSearch={onSearch} />
        {newestFirst.length > 0 ? (
          <RequestTable
            lines={newestFirst}
            names={names}
            actions={{ openId, open: onOpen, close: onClose, copy: (id) => void copyCurl(Number(id)) }}
          />
        ) : (
          <div className="listing-middle scroller stack">
            {lines.length > 0 ? (
              <MessageBlock
                icon={SearchX}
                title="No request matches"
                actions={
                  <Button onPress={() => onSearch({ filter: 'all', text: '', profile: null })}>Clear filter</Button>
                }
              >
                The filter searched all {countText(lines.length)} stored requests.
              </MessageBlock>
            ) : log ? (
              <MessageBlock
                icon={ArrowLeftRight}
                title={log.paused ? 'Recording is paused' : 'No requests yet'}
                actions={
                  log.paused ? null : (
                    <Button onPress={() => void navigate({ to: '/migrations' })}>Open the migrations</Button>
                  )
                }
              >
                {log.paused ? "Requests continue but aren't recorded." : 'Every request to the service appears here.'}
              </MessageBlock>
            ) : readError ? (
              <ErrorBlock error={appErrorOf(readError)} busy={query.isFetching} onRetry={() => void query.refetch()} />
            ) : (
              <Skeleton columns={columnsOf(names)} rows={20} density="compact" />
            )}
          </div>
        )}
        <footer className="requests-foot row muted rigid">
          <output className="number">{log ? summary(profileLines, failedCount) : ''}</output>
          <span className="gap-7 row">
            <ShieldCheck size={14} aria-hidden="true" />
            Keys and tokens are never stored
          </span>
        </footer>
      </section>
      {search.open === null ? null : (
        <RequestDrawer
          id={search.open}
          lines={newestFirst}
          onMove={(id) => onOpen(String(id), 'move')}
          onClose={onClose}
        />
      )}
    </div>
  );
};

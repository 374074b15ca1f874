import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import { ProviderTile } from '../../components/tiles/provider-tile.tsx';
import { countText } from '#ui/values/number-text.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { Card } from '../../components/card.tsx';
import { NoMigrations } from '../../components/list-page/page-without-rows.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { overviewKey } from '../../api/listings.ts';
import { useRead } from '../../api/console-api.ts';
import { useFailure } from '../../api/read-failures.ts';
import { useLoadedState } from '../../api/loaded.ts';
import { RefreshCw } from 'lucide-react';
import { Button, IconButton } from '#ui/controls/controls.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { ClockProvider, dateOf, fullText } from '#ui/values/times.tsx';
import { funnelKey } from '../../api/activity.ts';
import { useSettingsView } from '../../api/settings.ts';
import { ExportButton } from '../../components/export/export-button.tsx';
import '../../components/listing/listing-page.css';
import { loadAllLabel, useLoadAll } from '../../components/load/use-load-all.tsx';
import { LoadNotice } from '../../components/loaded/load-strip.tsx';
import { useLoadActions } from '../../components/load/use-load-actions.ts';
import { LoadingCard } from '../../components/loading-card.tsx';
import { ErrorBlock, ListingBanner } from '../../components/messages/error-block.tsx';
import { AttentionCard } from './attention-card.tsx';
import { FunnelCard } from './funnel-card.tsx';
import { HealthCard, StatusCard } from './overview-cards.tsx';
import '../../components/card.css';
import './overview-page.css';
import { sourceText } from './overview-text.ts';

type ProviderCount = Overview['byProvider'][number];

const maxLines = 7;

const nameOf = ({ provider }: ProviderCount): string => {
  if (provider === null) return 'No company';
  return provider === '' ? 'Unknown provider' : provider;
};

const linesOf = (byProvider: Overview['byProvider']): readonly ProviderCount[] => [
  ...byProvider.filter(({ provider }) => provider),
  ...byProvider.filter(({ provider }) => !provider),
];

const ProviderCard = ({ byProvider }: { readonly byProvider: Overview['byProvider'] }) => {
  const lines = linesOf(byProvider);
  const max = Math.max(1, ...lines.map(({ count }) => count));
  const hiddenCount = lines.length - maxLines;
  return (
    <Card title="By provider" note="source of each company's data" className="overview-providers">
      {lines.length === 0 ? <p className="card-none">No migration has a company yet.</p> : null}
      <ul>
        {lines.slice(0, hiddenCount > 0 ? maxLines - 1 : maxLines).map((line) => (
          <li key={line.provider ?? 'none'} className="provider-line">
            {line.provider ? (
              <ProviderTile provider={line.provider} />
            ) : (
              <span className="provider-tile provider-none" aria-hidden="true">
                –
              </span>
            )}
            <bdi className="truncate" {...tip(nameOf(line), { whenCut: true })}>
              {nameOf(line)}
            </bdi>
            <strong className="number">{countText(line.count)}</strong>
            <svg className="provider-bar" viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden="true">
              <rect className="provider-bar-ground" width="100" height="5" />
              <rect
                className={`provider-bar-value forced-ink ${line.provider ? '' : 'none'}`}
                width={(line.count / max) * 100}
                height="5"
              />
            </svg>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 ? <p className="card-none">{countText(hiddenCount + 1)} more providers</p> : null}
    </Card>
  );
};

const VisitLink = ({ visit: { at, changed, failed } }: { readonly visit: NonNullable<Overview['visit']> }) => {
  const date = dateOf(at);
  return (
    <Link
      to="/migrations"
      search={{ changed: 'visit', view: 'all' }}
      className="card-more number truncate"
      {...(date ? tip(`Last visit: ${fullText(date)}`) : undefined)}
    >
      {countText(changed)} new since your last visit{failed === 0 ? '' : `, ${countText(failed)} failed`}
    </Link>
  );
};

const countAgainMs = 2_000;

const useOverview = () => {
  const loaded = useLoadedState('migrations');
  const isLoading = loaded?.phase === 'loading';
  const query = useRead(overviewKey, (api, options) => api.loaded.overview({}, options), {
    // Without loaded rows, each count would request a page from the service.
    refetchInterval: isLoading && loaded.rows > 0 ? countAgainMs : false,
    refetchOnMount: 'always',
  });
  const { error, nextTryAt, refetch } = useFailure(query, overviewKey);
  const read = useEffectEvent(refetch);

  const version = loaded?.version ?? 0;
  useEffect(() => {
    if (!isLoading && version > 0) read();
  }, [isLoading, version]);

  return {
    overview: query.data,
    loaded,
    error,
    reading: query.isFetching,
    /** Arrival time of the figures, in ms since 1970. 0 before their arrival. */
    updatedAt: query.data ? query.dataUpdatedAt : 0,
    nextTryAt,
    refresh: refetch,
  };
};

export const OverviewPage = () => {
  const { overview, loaded, error, reading, updatedAt, nextTryAt, refresh } = useOverview();
  const client = useQueryClient();
  const actions = useLoadActions('migrations');
  const loadAll = useLoadAll('migrations', refresh);
  const preferences = useSettingsView()?.preferences;
  const isLoaded = overview?.source === 'loaded';
  const refreshAll = (): void => {
    if (isLoaded) actions.topUp();
    void client.invalidateQueries({ queryKey: funnelKey });
    refresh();
  };
  useShortcuts({ F5: refreshAll });

  return (
    <ClockProvider>
      <section className="card-page fill stack" aria-label="Overview" aria-busy={reading || undefined}>
        <PageHead
          title="Overview"
          actions={
            <>
              {overview && !isLoaded && overview.total !== overview.rows ? (
                <Button variant="primary" busy={loadAll.busy} onPress={loadAll.press}>
                  {loadAllLabel(overview.total)}
                </Button>
              ) : null}
              <IconButton label="Refresh" icon={RefreshCw} shortcut="F5" busy={reading} onPress={refreshAll} />
              <ExportButton resource="migrations" query={{}} filters={0} page={null} />
            </>
          }
        >
          <output className="overview-source shrink muted number truncate">
            {overview ? sourceText(overview, loaded) : error ? 'Not counted' : 'Counting'}
          </output>
          {overview?.visit ? <VisitLink visit={overview.visit} /> : null}
        </PageHead>
        {loaded ? <LoadNotice state={loaded} actions={actions} /> : null}
        {/* The load banner already explains a paused load. */}
        {error && overview && loaded?.phase !== 'waiting' ? (
          <ListingBanner error={error} {...{ updatedAt, nextTryAt, reading }} onTry={refresh} />
        ) : null}
        <div className="card-grid scroller">
          {overview && overview.rows > 0 ? (
            <>
              <AttentionCard overview={overview} />
              <StatusCard overview={overview} stuckHours={preferences?.stuckHours} />
              <ProviderCard byProvider={overview.byProvider} />
            </>
          ) : !error && !overview ? (
            <>
              <LoadingCard title="Needs attention" lines={6} lineHeight={50} className="overview-attention" />
              <LoadingCard title="Migrations by status" lines={9} lineHeight={31} className="overview-statuses" />
              <LoadingCard title="By provider" lines={7} lineHeight={42} className="overview-providers" />
            </>
          ) : (
            <div className="stack shrink">
              {error && !overview ? <ErrorBlock error={error} busy={reading} onRetry={refresh} /> : null}
              {overview ? (
                <NoMigrations text="This page counts the migrations that end users start in the modal." />
              ) : null}
            </div>
          )}
          <HealthCard />
          <FunnelCard />
        </div>
      </section>
    </ClockProvider>
  );
};

import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Ship } from 'lucide-react';
import { IconButton } from '#ui/controls/button.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import '#ui/table/skeleton.css';
import { ClockProvider } from '#ui/values/time-cells.tsx';
import { funnelKey } from '../../api/activity.ts';
import { useSettingsView } from '../../api/settings.ts';
import { ExportButton } from '../../components/export/export-button.tsx';
import { ListingBanner } from '../../components/listing/listing-frame.tsx';
import '../../components/listing/listing-page.css';
import { LoadAllButton } from '../../components/load/use-load-all.tsx';
import { everyRow } from '../../api/loaded.ts';
import { LoadNotice } from '../../components/loaded/load-strip.tsx';
import { useLoadActions } from '../../components/load/use-load-actions.ts';
import { ErrorBlock } from '../../components/messages/error-block.tsx';
import { AttentionCard } from './attention-card.tsx';
import { FunnelCard } from './funnel-card.tsx';
import { HealthCard } from './health-card.tsx';
import '../../components/card.css';
import './overview-page.css';
import './overview-skeleton.css';
import { sourceText } from './overview-text.ts';
import { ProviderCard } from './provider-card.tsx';
import { StatusCard } from './status-card.tsx';
import { useOverview } from './use-overview.ts';

/** Title and line count of each card. Placeholder lines have the height of loaded lines. */
const cards = [
  { title: 'Needs attention', kind: 'attention', lines: 6 },
  { title: 'Migrations by status', kind: 'statuses', lines: 9 },
  { title: 'By provider', kind: 'providers', lines: 7 },
] as const;

const widths = ['b', 'a', 'c', 'd', 'a', 'c', 'b', 'd', 'a'];

export const OverviewSkeleton = () =>
  cards.map(({ title, kind, lines }) => (
    <div key={kind} className={`card stack shrink overview-${kind}`} aria-hidden="true">
      <div className="card-head row rigid">
        <h2>{title}</h2>
      </div>
      <div className={`overview-coming overview-coming-${kind} skeleton-rows`}>
        {widths.slice(0, lines).map((width, line) => (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={line} className={`skeleton-line skeleton-${width}`}>
            <span className="skeleton-icon" />
            <span className="skeleton-bar" />
          </span>
        ))}
      </div>
    </div>
  ));

export const OverviewPage = () => {
  const { overview, loaded, error, reading, updatedAt, nextTryAt, refresh } = useOverview();
  const client = useQueryClient();
  const actions = useLoadActions('migrations');
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
                <LoadAllButton resource="migrations" total={overview.total} onShow={refresh} />
              ) : null}
              <IconButton label="Refresh" icon={RefreshCw} shortcut="F5" busy={reading} onPress={refreshAll} />
              <ExportButton resource="migrations" query={everyRow} filters={0} page={null} />
            </>
          }
        >
          <output className="overview-source number truncate">
            {overview ? sourceText(overview, loaded) : error ? 'Not counted' : 'Counting'}
          </output>
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
            <OverviewSkeleton />
          ) : (
            <div className="stack shrink">
              {error && !overview ? <ErrorBlock error={error} busy={reading} onRetry={refresh} /> : null}
              {overview ? (
                <MessageBlock icon={Ship} title="No migrations yet">
                  This page counts the migrations that end users start in the modal.
                </MessageBlock>
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

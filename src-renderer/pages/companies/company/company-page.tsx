import { attentionKinds } from '#shared/attention.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { appErrorOf, useRead } from '../../../api/console-api.ts';
import { companyKey } from '../../../api/listings.ts';
import { useCompanyNames } from '../../../api/companies.ts';
import { useLoadedState } from '../../../api/loaded.ts';
import { useSettingsView } from '../../../api/settings.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { BellPlus, Building2, Share2 } from 'lucide-react';
import { alertLimits } from '#shared/alert-limits.ts';
import { Button, IconButton } from '#ui/controls/controls.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { ClockProvider } from '#ui/values/times.tsx';
import { consoleKeys, keyName } from '../../../components/palette/console-keys.ts';
import { NoMigrations } from '../../../components/list-page/page-without-rows.tsx';
import { ExportButton } from '../../../components/export/export-button.tsx';
import { shareLabel, useShareView } from '../../../components/links/use-share-view.ts';
import { OfferLoad } from '../../../components/list-page/offer-load.tsx';
import { useLoadAll } from '../../../components/load/use-load-all.tsx';
import { LoadingCard } from '../../../components/loading-card.tsx';
import { hasAllRows } from '../../../components/load/load-text.ts';
import { useLoadActions } from '../../../components/load/use-load-actions.ts';
import { ErrorBlock } from '../../../components/messages/error-block.tsx';
import { ParentLink } from '../../../components/parent-link.tsx';
import { ProviderTile } from '../../../components/tiles/provider-tile.tsx';
import { CompanyAttention } from './company-attention.tsx';
import { FactsCard, MigrationsCard, PeopleCard, StatusesCard } from './company-cards.tsx';
import '../../../components/card.css';
import './company-page.css';

const maxListed = 8;
const maxAttentionRows = 4;

/** Maximum number of recounts during a load, because each recount scans all loaded rows. */
const countsOfLoad = 20;

/** Returns a key that changes when the figures need a recount: at each row change, and a few times during a load. */
const countedAt = (loaded: LoadedState | undefined): string => {
  if (loaded?.phase !== 'loading' || loaded.isTopUp || !loaded.total) return `${loaded?.version ?? ''}`;
  return `loading ${loaded.startedAt ?? ''} ${Math.floor((loaded.rows / loaded.total) * countsOfLoad)}`;
};

const useCompany = (id: string) => {
  const row = useCompanyNames([id]).get(id) ?? null;
  const loaded = useLoadedState('migrations');
  // The limit in Settings determines which migrations are stuck.
  const stuckHours = useSettingsView()?.preferences.stuckHours;
  const query = useRead(
    [...companyKey, id, loaded?.profileId, countedAt(loaded), stuckHours],
    async (api, options) => {
      const read = async (queryPart: Partial<LoadedQuery>, limit: number) => {
        const request = { ...queryPart, filters: { company: [id] } };
        const { matched, rows } = await api.loaded.window(
          { resource: 'migrations', query: request, offset: 0, limit },
          options,
        );
        return { matched, rows: rows as readonly ListedMigration[] };
      };
      const groups = async (by: 'status' | 'user') =>
        api.loaded.groups({ resource: 'migrations', query: { filters: { company: [id] } }, by }, options);
      const [statuses, people, newest, oldest, attention, handled] = await Promise.all([
        groups('status'),
        groups('user'),
        read({}, maxListed),
        read({ sort: { column: 'created', direction: 'ascending' } }, 1),
        read({ attention: [...attentionKinds] }, maxAttentionRows),
        read({ attention: ['handled'] }, 1),
      ]);
      return {
        count: newest.matched,
        byStatus: statuses.groups,
        /** At most 1,000 users. `peopleCount` is the total. */
        people: people.groups,
        peopleCount: people.groups.length + people.left.groups,
        newest: newest.rows,
        first: oldest.rows[0] ?? null,
        attention: { count: attention.matched, newest: attention.rows, handled: handled.matched },
      };
    },
    {
      enabled: loaded !== undefined && loaded.rows > 0,
      placeholderData: (before, last) =>
        last?.queryKey[2] === id && last.queryKey[3] === loaded?.profileId ? before : undefined,
      gcTime: 60_000,
    },
  );
  const refetch = (): void => void query.refetch();
  // Counts as outdated: the previous count was zero, but rows that have arrived since may belong to this company.
  const isOutdated = query.isPlaceholderData && query.data?.count === 0;
  return { row, loaded, figures: isOutdated ? undefined : query.data, error: query.error, again: refetch };
};

export const CompanyPage = () => {
  const { id } = useParams({ from: '/companies/$id' });
  const { row, loaded, figures, error, again } = useCompany(id);
  const navigate = useNavigate();
  const isTooLong = id.length > alertLimits.id;
  const share = useShareView('companies', id, {});
  const isWhole = loaded !== undefined && hasAllRows(loaded);
  const rows = loaded?.rows ?? 0;
  const scope = isWhole ? `all ${countText(rows)} loaded` : `of ${countText(rows)} loaded`;
  // Rows that aren't loaded yet may belong to this company.
  const isLoading = loaded?.phase === 'loading' || loaded?.phase === 'waiting';
  const { resume, topUp } = useLoadActions('migrations');
  const name = row?.providerCompanyName ?? `Company ${shortIdText(id)}`;
  const loadAll = useLoadAll('migrations', again);
  const skeleton = (
    <>
      <LoadingCard title="Migrations by status" lines={1} lineHeight={58} />
      <LoadingCard title="Needs attention" lines={4} lineHeight={50} />
    </>
  );
  const middle = () => {
    if (error && !figures) return <ErrorBlock error={appErrorOf(error)} onRetry={again} />;
    if (loaded && rows === 0 && !isLoading) {
      if (loaded.phase === 'complete') return <NoMigrations text="This organization has no migrations." />;
      return loaded.phase === 'paused' || loaded.phase === 'cancelled' ? (
        <MessageBlock
          icon={Building2}
          title="Migrations aren't loaded"
          actions={<Button onPress={resume}>Resume</Button>}
        >
          Loading was stopped before the first migrations arrived.
        </MessageBlock>
      ) : (
        <OfferLoad
          resource="migrations"
          evicted={loaded.problem}
          purpose="to see which belong to this company"
          loadAll={loadAll}
          skeleton={skeleton}
        />
      );
    }
    if (!figures || (figures.count === 0 && isLoading)) return skeleton;
    if (figures.count === 0)
      return isWhole ? (
        <NoMigrations text={`None of the ${countText(rows)} migrations belong to this company.`} />
      ) : (
        <MessageBlock
          icon={Building2}
          title="No loaded migrations"
          actions={<Button onPress={loaded?.phase === 'complete' ? topUp : resume}>Load the rest</Button>}
        >
          {`None of the ${countText(rows)} migrations loaded so far belong to this company.`}
        </MessageBlock>
      );
    return (
      <>
        <StatusesCard id={id} groups={figures.byStatus} scope={`${countText(figures.count)}, ${scope}`} />
        <CompanyAttention id={id} {...figures.attention} />
      </>
    );
  };
  const isPending =
    !error &&
    (figures === undefined ? loaded === undefined || rows > 0 || isLoading : figures.count === 0 && isLoading);
  const isCounted = figures !== undefined && figures.count > 0;
  return (
    <ClockProvider>
      <section
        className="card-page fill stack company"
        aria-label={name}
        aria-busy={(!figures && rows > 0) || undefined}
      >
        <PageHead
          title={name}
          parent={
            <>
              <ParentLink to="/companies">Companies</ParentLink>
              {row?.sourceProvider ? <ProviderTile provider={row.sourceProvider} /> : null}
            </>
          }
          actions={
            <>
              <IconButton label={shareLabel} icon={Share2} shortcut={keyName(consoleKeys.share)} onPress={share} />
              <Button
                icon={BellPlus}
                disabledBecause={isTooLong ? 'The company ID is too long for an alert rule' : null}
                onPress={() => void navigate({ to: '/alerts', search: { ruleFor: id } })}
              >
                Alert me…
              </Button>
              <ExportButton resource="migrations" filters={1} page={null} query={{ filters: { company: [id] } }} />
            </>
          }
        />
        <div className="card-grid scroller">
          <div className="company-column stack">{middle()}</div>
          <div className="company-column stack">
            <FactsCard
              id={id}
              row={row}
              // If only some rows are loaded, the oldest of them may not be the company's first.
              first={isWhole ? (figures?.first?.created ?? null) : null}
              last={figures?.newest[0]?.created ?? null}
            />
            {isCounted ? <PeopleCard id={id} groups={figures.people} people={figures.peopleCount} /> : null}
            {isPending ? <LoadingCard title="End users" lines={4} lineHeight={50} /> : null}
          </div>
          {isCounted ? <MigrationsCard id={id} migrations={figures.newest} count={figures.count} /> : null}
        </div>
      </section>
    </ClockProvider>
  );
};

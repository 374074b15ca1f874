import { useNavigate, useParams } from '@tanstack/react-router';
import { BellPlus, Building2, Share2, Ship } from 'lucide-react';
import { alertLimits } from '#shared/alert-limits.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { ClockProvider } from '#ui/values/time-cells.tsx';
import { appErrorOf } from '../../../api/console-api.ts';
import { consoleKeys, keyName } from '../../../components/palette/console-keys.ts';
import { everyRow } from '../../../api/loaded.ts';
import { ExportButton } from '../../../components/export/export-button.tsx';
import { shareLabel, useShareView } from '../../../components/links/use-share-view.ts';
import { OfferLoad } from '../../../components/list-page/offer-load.tsx';
import { useLoadAll } from '../../../components/load/use-load-all.tsx';
import { hasAllRows } from '../../../components/load/load-text.ts';
import { useLoadActions } from '../../../components/load/use-load-actions.ts';
import { ErrorBlock } from '../../../components/messages/error-block.tsx';
import { ParentLink } from '../../../components/parent-link.tsx';
import { ProviderTile } from '../../../components/tiles/provider-tile.tsx';
import { CompanyAttention } from './company-attention.tsx';
import { LoadingCard, FactsCard, MigrationsCard, PeopleCard, StatusesCard } from './company-cards.tsx';
import { useCompany } from './use-company.ts';
import '../../../components/card.css';
import './company-page.css';

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
      <LoadingCard title="Migrations by status" lines={1} />
      <LoadingCard title="Needs attention" lines={4} />
    </>
  );
  const middle = () => {
    if (error && !figures) return <ErrorBlock error={appErrorOf(error)} onRetry={again} />;
    if (loaded && rows === 0 && !isLoading) {
      if (loaded.phase === 'complete')
        return (
          <MessageBlock icon={Ship} title="No migrations yet">
            This organization has no migrations.
          </MessageBlock>
        );
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
        <MessageBlock icon={Ship} title="No migrations yet">
          {`None of the ${countText(rows)} migrations belong to this company.`}
        </MessageBlock>
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
              <ExportButton
                resource="migrations"
                filters={1}
                page={null}
                query={{ ...everyRow, filters: { company: [id] } }}
              />
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
            {isPending ? <LoadingCard title="End users" lines={4} /> : null}
          </div>
          {isCounted ? <MigrationsCard id={id} migrations={figures.newest} count={figures.count} /> : null}
        </div>
      </section>
    </ClockProvider>
  );
};

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
import { ExportButton } from '../../../components/export/export-button.tsx';
import { shareLabel, useShareView } from '../../../components/links/use-share-view.ts';
import { LoadAllButton } from '../../../components/load/use-load-all.tsx';
import { ErrorBlock } from '../../../components/messages/error-block.tsx';
import { ParentLink } from '../../../components/parent-link.tsx';
import { ProviderTile } from '../../../components/tiles/provider-tile.tsx';
import { CompanyAttention } from './company-attention.tsx';
import { ComingCard, FactsCard, MigrationsCard, PeopleCard, StatusesCard } from './company-cards.tsx';
import { useCompany } from './use-company.ts';
import '../../../components/card.css';
import '#ui/table/skeleton.css';
import './company-page.css';

/** One company: its facts, its migrations by status, who started them, and what needs attention (C48). */
export const CompanyPage = () => {
  const { id } = useParams({ from: '/companies/$id' });
  const { row, loaded, figures, error, again } = useCompany(id);
  const navigate = useNavigate();
  const isTooLong = id.length > alertLimits.id;
  const share = useShareView('companies', id, {});
  const isWhole = loaded?.phase === 'complete' && (loaded.missing ?? 0) === 0;
  const rows = loaded?.rows ?? 0;
  const scope = isWhole ? `all ${countText(rows)} loaded` : `of ${countText(rows)} loaded`;
  const name = row?.providerCompanyName ?? `Company ${shortIdText(id)}`;
  const middle = () => {
    if (error && !figures) return <ErrorBlock error={appErrorOf(error)} onRetry={again} />;
    if (loaded && rows === 0) {
      return loaded.phase === 'complete' ? (
        <MessageBlock icon={Ship} title="No migration yet">
          This organization has no migrations.
        </MessageBlock>
      ) : (
        <MessageBlock
          icon={Building2}
          title="Its migrations are not loaded"
          actions={<LoadAllButton resource="migrations" total={loaded.total} look="primary" onShow={again} />}
        >
          This page counts the migrations that are loaded. None are yet.
        </MessageBlock>
      );
    }
    if (!figures)
      return (
        <>
          <ComingCard title="Migrations by status" lines={1} />
          <ComingCard title="Needs attention" lines={4} />
        </>
      );
    return figures.count === 0 ? (
      <MessageBlock icon={Ship} title="No migration yet">
        {isWhole
          ? `None of all ${countText(rows)} migrations is of this company.`
          : `None of the ${countText(rows)} loaded migrations is of this company; not all are loaded.`}
      </MessageBlock>
    ) : (
      <>
        <StatusesCard id={id} groups={figures.byStatus} scope={`${countText(figures.count)}, ${scope}`} />
        <CompanyAttention id={id} {...figures.attention} />
      </>
    );
  };
  const isComing = !figures && !error && (loaded === undefined || rows > 0);
  const isCounted = figures !== undefined && figures.count > 0;
  return (
    <ClockProvider>
      <section className="card-page company" aria-label={name} aria-busy={(!figures && rows > 0) || undefined}>
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
                disabledBecause={isTooLong ? 'Its id is too long for a rule' : null}
                onPress={() => void navigate({ to: '/alerts', search: { ruleFor: id } })}
              >
                Alert me…
              </Button>
              <ExportButton
                resource="migrations"
                filters={1}
                page={null}
                query={{
                  search: '',
                  filters: { company: [id] },
                  createdFrom: null,
                  createdTo: null,
                  attention: [],
                  sort: null,
                }}
              />
            </>
          }
        />
        <div className="card-grid">
          <div className="company-column">{middle()}</div>
          <div className="company-column">
            <FactsCard
              id={id}
              row={row}
              // The oldest of those that are loaded may not be the first.
              first={isWhole ? (figures?.first?.created ?? null) : null}
              last={figures?.newest[0]?.created ?? null}
            />
            {isCounted ? <PeopleCard id={id} groups={figures.people} people={figures.peopleCount} /> : null}
            {isComing ? <ComingCard title="People" lines={4} /> : null}
          </div>
          {isCounted ? <MigrationsCard id={id} migrations={figures.newest} count={figures.count} /> : null}
        </div>
      </section>
    </ClockProvider>
  );
};

import { lazy, Suspense } from 'react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { looksLikeUuid } from '#ui/values/ids.tsx';
import { fieldColumns, MissingCell } from '../../components/listing/columns/field-columns.tsx';
import { MarkedId, MarkedText } from '../../components/listing/search/marked-text.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { useClock } from '#ui/values/time-cells.tsx';
import { StatusText, StuckMark } from '../../components/migration/status.tsx';
import { statusAgeText } from '../../components/migration/status-age.ts';
import { useStuckFor } from './stuck/stuck-clock.tsx';
import { directionOf } from '#ui/values/text-direction.ts';

const Name = ({ text }: { readonly text: string }) => (
  <bdi dir={directionOf(text)} {...tip(text, { whenCut: true })}>
    <MarkedText text={text} />
  </bdi>
);

const CompanyCell = ({ id, name }: { readonly id: string | null; readonly name: string | null }) => {
  if (id === null) return <MissingCell />;
  return name ? <Name text={name} /> : <MarkedId id={id} />;
};

const StartedBy = ({ user }: { readonly user: string | null }) => {
  if (user === null || user === '') return <MissingCell />;
  return looksLikeUuid(user) ? <MarkedId id={user} /> : <Name text={user} />;
};

const RowProgress = lazy(() =>
  import('./row-progress.tsx').then(({ RowProgress: Progress }) => ({ default: Progress })),
);

const StatusCell = ({ migration }: { readonly migration: ListedMigration }) => {
  const { status, since } = migration;
  const stuckMs = useStuckFor(status, since);
  const now = useClock();
  if (stuckMs === null && status !== 'WORKING') return <StatusText status={status} />;
  return (
    <span className="status-cell row">
      <StatusText status={status} />
      {status === 'WORKING' && looksLikeUuid(migration.id) ? (
        <Suspense fallback={null}>
          <RowProgress id={migration.id} />
        </Suspense>
      ) : null}
      {stuckMs === null ? null : (
        <StuckMark stuckMs={stuckMs} words="row" about={statusAgeText(migration, now) ?? undefined} />
      )}
    </span>
  );
};

export const migrationColumns = fieldColumns<ListedMigration>('migrations', {
  status: (migration) => <StatusCell migration={migration} />,
  companyName: ({ companyId, companyName }) => <CompanyCell id={companyId} name={companyName} />,
  createdByUserId: ({ createdByUserId }) => <StartedBy user={createdByUserId} />,
});

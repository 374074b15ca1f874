import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { looksLikeUuid } from '#ui/values/ids.ts';
import { fieldColumns, MissingCell } from '../../components/listing/columns/field-columns.tsx';
import { ShortId } from '#ui/values/short-id.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { StatusText } from '../../components/migration/status.tsx';
import { StuckMark } from '../../components/migration/stuck-mark.tsx';
import { useStuckFor } from './stuck/stuck-clock.tsx';

const CompanyCell = ({ id, name }: { readonly id: string | null; readonly name: string | null }) => {
  if (id === null) return <MissingCell />;
  return name ? <bdi {...tip(name, { whenCut: true })}>{name}</bdi> : <ShortId id={id} />;
};

const StartedBy = ({ user }: { readonly user: string | null }) => {
  if (user === null || user === '') return <MissingCell />;
  return looksLikeUuid(user) ? <ShortId id={user} /> : <bdi {...tip(user, { whenCut: true })}>{user}</bdi>;
};

const StatusCell = ({ status, since }: Pick<ListedMigration, 'status' | 'since'>) => {
  const stuckMs = useStuckFor(status, since);
  if (stuckMs === null) return <StatusText status={status} />;
  return (
    <span className="status-cell">
      <StatusText status={status} />
      <StuckMark stuckMs={stuckMs} words="row" />
    </span>
  );
};

/** The columns of the Migrations table, of a page and of all loaded rows. */
export const migrationColumns = fieldColumns<ListedMigration>('migrations', {
  status: ({ status, since }) => <StatusCell status={status} since={since} />,
  companyName: ({ companyId, companyName }) => <CompanyCell id={companyId} name={companyName} />,
  createdByUserId: ({ createdByUserId }) => <StartedBy user={createdByUserId} />,
});

import type { LoadedMigration } from '#shared/console-contract/loaded-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { looksLikeUuid } from '#ui/values/ids.ts';
import { fieldColumns, MissingCell } from '../../components/listing/columns/field-columns.tsx';
import { ShortId } from '#ui/values/short-id.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { useCompany } from '../../api/company-names.ts';
import { StatusText } from '../../components/migration/status.tsx';
import { StuckMark } from '../../components/migration/stuck-mark.tsx';
import { useStuck } from './stuck/stuck-rows.ts';

/** A row of a page, or a loaded one, which brings the name of its company. */
type ShownMigration = MigrationRow & Partial<Pick<LoadedMigration, 'companyName'>>;

const CompanyCell = ({ id, loadedName }: { readonly id: string | null; readonly loadedName: string | null }) => {
  const company = useCompany(id);
  if (id === null) return <MissingCell />;
  const name = loadedName ?? company?.providerCompanyName;
  return name ? <bdi {...tip(name, { whenCut: true })}>{name}</bdi> : <ShortId id={id} />;
};

const StartedBy = ({ user }: { readonly user: string | null }) => {
  if (user === null || user === '') return <MissingCell />;
  return looksLikeUuid(user) ? <ShortId id={user} /> : <bdi {...tip(user, { whenCut: true })}>{user}</bdi>;
};

const StatusCell = ({ id, status }: { readonly id: string; readonly status: string }) => {
  const stuckMs = useStuck(id);
  if (stuckMs === undefined) return <StatusText status={status} />;
  return (
    <span className="status-cell">
      <StatusText status={status} />
      <StuckMark stuckMs={stuckMs} words="row" />
    </span>
  );
};

/** The columns of the Migrations table, of a page and of all loaded rows. */
export const migrationColumns = fieldColumns<ShownMigration>('migrations', {
  status: ({ id, status }) => <StatusCell id={id} status={status} />,
  companyName: ({ companyId, companyName = null }) => <CompanyCell id={companyId} loadedName={companyName} />,
  createdByUserId: ({ createdByUserId }) => <StartedBy user={createdByUserId} />,
});

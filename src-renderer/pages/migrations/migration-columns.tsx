import type { LoadedMigration } from '#shared/console-contract/loaded-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { looksLikeUuid } from '#ui/values/ids.ts';
import type { Columns } from '../../components/listing/table/table-types.ts';
import { ShortId } from '#ui/values/short-id.tsx';
import { CreatedCell } from '#ui/values/time-cells.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { useCompany } from '../../api/company-names.ts';
import { StatusText } from '../../components/migration/status.tsx';
import { StuckMark } from '../../components/migration/stuck-mark.tsx';
import { useStuck } from './stuck/stuck-rows.ts';

/** A row of a page, or a loaded one, which brings the name of its company. */
type ShownMigration = MigrationRow & Partial<Pick<LoadedMigration, 'companyName'>>;

const CompanyCell = ({ id, loadedName }: { readonly id: string | null; readonly loadedName: string | null }) => {
  const company = useCompany(id);
  if (id === null) return <span className="missing">—</span>;
  const name = loadedName ?? company?.providerCompanyName;
  return name ? <bdi {...tip(name, { whenCut: true })}>{name}</bdi> : <ShortId id={id} />;
};

const StartedBy = ({ user }: { readonly user: string | null }) => {
  if (user === null || user === '') return <span className="missing">—</span>;
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

/** The columns of the Migrations table, of a page and of all loaded rows; widths are in migrations-page.css. */
export const migrationColumns: Columns<ShownMigration> = [
  { id: 'col-status', head: 'Status', cell: ({ id, status }) => <StatusCell id={id} status={status} /> },
  { id: 'col-id', head: 'Migration', cell: ({ id }) => <ShortId id={id} /> },
  {
    id: 'col-company',
    head: 'Company',
    cell: ({ companyId, companyName = null }) => <CompanyCell id={companyId} loadedName={companyName} />,
  },
  { id: 'col-user', head: 'Started by', cell: ({ createdByUserId }) => <StartedBy user={createdByUserId} /> },
  { id: 'col-created', head: 'Created', cell: ({ created }) => <CreatedCell created={created} /> },
];

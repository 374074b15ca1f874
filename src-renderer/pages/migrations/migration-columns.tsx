import type { LoadedMigration } from '#shared/console-contract/loaded-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { looksLikeUuid } from '#ui/values/ids.ts';
import type { Columns, ListingItem } from '../../components/listing/table/table-types.ts';
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

const migrationOf = (item: ListingItem<MigrationRow>): ShownMigration | null =>
  item.kind === 'row' ? item.value : null;

type Cell = (migration: ShownMigration) => React.ReactNode;
const column = (id: string, header: string, cell: Cell): Columns<MigrationRow>[number] => ({
  id,
  header,
  cell: ({ row }) => {
    const migration = migrationOf(row.original);
    return migration && cell(migration);
  },
});

/** The columns of the Migrations table; widths are in migrations-page.css. */
export const migrationColumns: Columns<MigrationRow> = [
  column('col-status', 'Status', ({ id, status }) => <StatusCell id={id} status={status} />),
  column('col-id', 'Migration', ({ id }) => <ShortId id={id} />),
  column('col-company', 'Company', ({ companyId, companyName = null }) => (
    <CompanyCell id={companyId} loadedName={companyName} />
  )),
  column('col-user', 'Started by', ({ createdByUserId }) => <StartedBy user={createdByUserId} />),
  column('col-created', 'Created', ({ created }) => <CreatedCell created={created} />),
];

import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { looksLikeUuid } from '../../components/ids.ts';
import type { Columns, ListingItem } from '../../components/listing/table-types.ts';
import { ShortId } from '../../components/short-id.tsx';
import { CreatedCell } from '../../components/time-cells.tsx';
import { tip } from '../../components/tooltip/tip.ts';
import { useCompany } from './company-names.ts';
import { StatusText } from './status.tsx';

const CompanyCell = ({ id }: { readonly id: string | null }) => {
  const company = useCompany(id);
  if (id === null) return <span className="missing">—</span>;
  const name = company?.providerCompanyName;
  return name ? <bdi {...tip(name, { whenCut: true })}>{name}</bdi> : <ShortId id={id} />;
};

const StartedBy = ({ user }: { readonly user: string | null }) => {
  if (user === null || user === '') return <span className="missing">—</span>;
  return looksLikeUuid(user) ? <ShortId id={user} /> : <bdi {...tip(user, { whenCut: true })}>{user}</bdi>;
};

const migrationOf = (item: ListingItem<MigrationRow>): MigrationRow | null => (item.kind === 'row' ? item.value : null);

type Cell = (migration: MigrationRow) => React.ReactNode;
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
  column('col-status', 'Status', ({ status }) => <StatusText status={status} />),
  column('col-id', 'Migration', ({ id }) => <ShortId id={id} />),
  column('col-company', 'Company', ({ companyId }) => <CompanyCell id={companyId} />),
  column('col-user', 'Started by', ({ createdByUserId }) => <StartedBy user={createdByUserId} />),
  column('col-created', 'Created', ({ created }) => <CreatedCell created={created} />),
];

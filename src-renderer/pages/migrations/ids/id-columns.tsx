import { CircleHelp, SearchX } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import { ShortId } from '#ui/values/ids.tsx';
import { CreatedCell } from '#ui/values/time-cells.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import '#ui/table/skeleton.css';
import { selectColumn } from '#ui/table/select-column.tsx';
import type { Columns } from '#ui/table/table-types.ts';
import { findEverywhere } from '../../../components/console-requests.ts';
import { StatusText } from '../../../components/migration/status.tsx';
import type { IdRow } from './id-rows.ts';

const LoadingCell = ({ width }: { readonly width: 'a' | 'b' | 'c' }) => (
  <span className={`skeleton-line skeleton-${width}`}>
    <span className="skeleton-bar" />
  </span>
);

const StatusCell = ({ row: { answer, migration } }: { readonly row: IdRow }) => {
  if (migration) return <StatusText status={migration.status} />;
  if (!answer) return <LoadingCell width="b" />;
  const [Icon, words] = answer.result === 'not_found' ? [SearchX, 'Not found'] : [CircleHelp, 'Not loaded'];
  return (
    <span className="status row shrink">
      <Icon size={16} className="status-icon tone-neutral" aria-hidden="true" />
      <span className="truncate muted">{words}</span>
    </span>
  );
};

interface AboutProps {
  readonly row: IdRow;
  readonly onRetry: () => void;
}

const AboutCell = ({ row: { id, answer, migration }, onRetry }: AboutProps) => {
  if (migration) {
    const { companyId, companyName } = migration;
    if (companyId === null) return <span className="missing faint">No company yet</span>;
    return companyName ? <bdi {...tip(companyName, { whenCut: true })}>{companyName}</bdi> : <ShortId id={companyId} />;
  }
  if (!answer) return <LoadingCell width="a" />;
  const isFailed = answer.result === 'failed';
  return (
    <>
      <button
        type="button"
        className="link-button"
        onClick={(event) => {
          event.stopPropagation();
          if (isFailed) onRetry();
          else findEverywhere(id);
        }}
      >
        {isFailed ? 'Retry' : 'Find in all profiles'}
      </button>
      {isFailed ? <span className="muted">{describeAppError(answer.problem).title}.</span> : null}
    </>
  );
};

export const idColumns = (onRetry: () => void): Columns<IdRow> => [
  selectColumn,
  { id: 'col-place', head: 'No.', widths: [76, 68, 66], cell: ({ place }) => <span className="number">{place}</span> },
  { id: 'col-status', head: 'Status', widths: [200, 186, 160], cell: (row) => <StatusCell row={row} /> },
  {
    id: 'col-id',
    head: 'Migration',
    widths: [190, 170, 140],
    cell: ({ id, isRepeated }) => (
      <>
        <ShortId id={id} />
        {isRepeated ? <span className="id-twice">duplicate</span> : null}
      </>
    ),
  },
  { id: 'col-company', head: 'Company', cell: (row) => <AboutCell row={row} onRetry={onRetry} /> },
  {
    id: 'col-created',
    head: 'Created',
    widths: [172, 104],
    cell: ({ answer, migration }) => {
      if (migration) return <CreatedCell created={migration.created} />;
      return answer ? null : <LoadingCell width="c" />;
    },
  },
];

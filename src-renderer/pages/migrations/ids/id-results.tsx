import { ChevronDown, CircleHelp, SearchX } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import { ShortId } from '#ui/values/ids.tsx';
import { CreatedCell } from '#ui/values/times.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import '#ui/table/skeleton.css';
import { selectColumn } from '#ui/table/select-column.tsx';
import { type Columns, rowListOf } from '#ui/table/table-types.ts';
import { everywhereText } from '../../../components/console-requests.ts';
import { StatusText } from '../../../components/migration/status.tsx';
import { type IdKind, type IdOrder, idOrders, type IdRow, kindOf, kindsIn, kindWords } from './id-rows.ts';
import { type ReactNode, useMemo } from 'react';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { SelectBox } from '#ui/controls/form.tsx';
import type { TableActions } from '#ui/table/use-row-menu.tsx';
import { VirtualTable } from '#ui/table/virtual-table.tsx';
import { countText } from '#ui/values/number-text.ts';
import '../../../components/listing/pager/pager.css';
import type { Lookup, LookupEvent } from './lookup.ts';
import { LookupProgress } from './lookup-progress.tsx';
import './id-results.css';
import { SkeletonLine } from '#ui/table/skeleton-line.tsx';

const StatusCell = ({ row: { answer, migration } }: { readonly row: IdRow }) => {
  if (migration) return <StatusText status={migration.status} />;
  if (!answer) return <SkeletonLine at={1} />;
  const [Icon, words] = answer.result === 'not_found' ? [SearchX, 'Not found'] : [CircleHelp, 'Not loaded'];
  return (
    <span className="status row shrink">
      <Icon size={16} className="status-icon tone-neutral" aria-hidden="true" />
      <span className="truncate muted">{words}</span>
    </span>
  );
};

interface CompanyCellProps {
  readonly row: IdRow;
  readonly onRetry: () => void;
}

const CompanyCell = ({ row: { id, answer, migration }, onRetry }: CompanyCellProps) => {
  if (migration) {
    const { companyId, companyName } = migration;
    if (companyId === null) return <span className="missing faint">No company yet</span>;
    return companyName ? <bdi {...tip(companyName, { whenCut: true })}>{companyName}</bdi> : <ShortId id={companyId} />;
  }
  if (!answer) return <SkeletonLine at={0} />;
  const isFailed = answer.result === 'failed';
  return (
    <>
      <button
        type="button"
        className="link-button"
        onClick={(event) => {
          event.stopPropagation();
          if (isFailed) onRetry();
          else everywhereText.set(id);
        }}
      >
        {isFailed ? 'Retry' : 'Find in all profiles'}
      </button>
      {isFailed ? <span className="muted">{describeAppError(answer.problem).title}.</span> : null}
    </>
  );
};

const idColumns = (onRetry: () => void): Columns<IdRow> => [
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
        {isRepeated ? <span className="group-count id-twice">duplicate</span> : null}
      </>
    ),
  },
  { id: 'col-company', head: 'Company', cell: (row) => <CompanyCell row={row} onRetry={onRetry} /> },
  {
    id: 'col-created',
    head: 'Created',
    widths: [172, 104],
    cell: ({ answer, migration }) => {
      if (migration) return <CreatedCell created={migration.created} />;
      return answer ? null : <SkeletonLine at={2} />;
    },
  },
];

interface IdResultsProps {
  readonly lookup: Lookup;
  readonly rows: readonly IdRow[];
  readonly shown: readonly IdRow[];
  readonly kind: IdKind | null;
  readonly onKind: (kind: IdKind | null) => void;
  readonly order: IdOrder;
  readonly onOrder: (order: IdOrder) => void;
  readonly actions: TableActions<IdRow>;
  readonly selectionBar: ReactNode;
  readonly onEvent: (event: LookupEvent) => void;
  readonly onAgain: () => void;
}

const maxSegments = 3;
const all = 'all';

const Kinds = ({ rows, kind, onKind }: Pick<IdResultsProps, 'rows' | 'kind' | 'onKind'>) => {
  const kinds = kindsIn(rows);
  const more = kinds.slice(maxSegments);
  const isInMore = more.some((each) => each.kind === kind);
  return (
    <>
      <Segments
        label="Result"
        value={isInMore ? '' : (kind ?? all)}
        segments={[
          { value: all, label: `All ${countText(rows.length)}` },
          ...kinds.slice(0, maxSegments).map((each) => ({
            value: each.kind,
            label: `${kindWords(each.kind)} ${countText(each.count)}`,
          })),
        ]}
        onChange={(chosen) => onKind(chosen === all ? null : chosen)}
      />
      {more.length === 0 ? null : (
        <MenuButton
          name={isInMore && kind !== null ? `More results (${kindWords(kind)} selected)` : 'More results'}
          className="button ghost small"
          placement="bottom start"
          parts={() => [
            {
              kind: 'one',
              chosen: isInMore && kind !== null ? [kind] : [],
              onChoose: ([chosen]) => onKind(chosen ?? null),
              lines: more.map((each) => ({
                id: each.kind,
                label: kindWords(each.kind),
                note: countText(each.count),
              })),
            },
          ]}
        >
          {isInMore && kind !== null ? kindWords(kind) : 'More'}
          <ChevronDown size={12} aria-hidden="true" />
        </MenuButton>
      )}
    </>
  );
};

const countOf = (rows: readonly IdRow[], kind: IdKind): number => rows.filter((row) => kindOf(row) === kind).length;

export const IdResults = (props: IdResultsProps) => {
  const { lookup, rows, shown, kind, onKind, order, onOrder, actions, selectionBar, onEvent, onAgain } = props;
  const columns = useMemo(() => idColumns(() => onEvent({ kind: 'failedAgain' })), [onEvent]);
  const list = useMemo(() => rowListOf(shown), [shown]);
  const missingCount = countOf(rows, 'not found');
  const readCount = [...lookup.answers.values()].filter(({ result }) => result !== 'failed').length;
  return (
    <div className="id-results stack fill">
      <div className="id-bar row rigid">
        <Kinds rows={rows} kind={kind} onKind={onKind} />
        <LookupProgress lookup={lookup} onEvent={onEvent} onAgain={onAgain} />
      </div>
      <VirtualTable
        name="List of IDs"
        look={{ columns, density: 'compact' }}
        rows={list}
        listKey={`${lookup.list} ${kind ?? ''} ${order}`}
        openIndex={openIndexOf(shown, actions.openId ?? null)}
        actions={actions}
      />
      {selectionBar ?? (
        <footer className="pager row hint rigid">
          <output className="pager-rows number">
            <strong>{countText(readCount)}</strong> of <strong>{countText(lookup.ids.length)}</strong> read,{' '}
            <strong>{countText(missingCount)}</strong> not found
          </output>
          {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- `SelectBox` renders the control */}
          <label className="gap-12 row">
            Order
            <SelectBox value={order} options={idOrders.map((each) => [each, each])} onChange={onOrder} />
          </label>
        </footer>
      )}
    </div>
  );
};

const openIndexOf = (shown: readonly IdRow[], id: string | null): number | null => {
  const index = id === null ? -1 : shown.findIndex((row) => row.id === id);
  return index === -1 ? null : index;
};

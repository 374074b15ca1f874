import { SearchX } from 'lucide-react';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { ErrorBlock } from '../messages/error-block.tsx';
import type { HeadSort } from '../listing/table/table-head.tsx';
import type { RowPlace } from '../listing/table/row-place.ts';
import { Skeleton } from '#ui/table/skeleton.tsx';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { TableRow } from '../listing/table/table-types.ts';
import type { Density } from '#ui/table/density.ts';
import { MessageBlock } from '#ui/messages/message-block.tsx';
import { countText } from '#ui/values/number-text.ts';
import { loadAge } from './load/load-age.ts';
import type { LoadedPageProps } from './loaded-page.tsx';
import { NothingLoaded } from './nothing-loaded.tsx';
import type { RowSource } from './row-cache/row-source.ts';
import type { RowCache } from './row-cache/row-cache.ts';
import type { LoadAll } from './load/use-load-all.tsx';
import { useLoadActions } from './load/use-load-actions.ts';
import { VirtualTable } from './virtual-table/virtual-table.tsx';
import type { RowRange } from '#ui/table/virtual-space.ts';

interface LoadedBodyProps<Row extends TableRow> extends LoadedPageProps<Row> {
  readonly state: LoadedState | undefined;
  readonly loadAll: LoadAll;
  readonly cache: RowCache<ListedRow<Row>>;
  readonly density: Density;
  readonly sorting: HeadSort;
  readonly place: RowPlace<Row>;
  /** null while groups are counted. */
  readonly source: RowSource<Row> | null;
  readonly onRange: (range: RowRange) => void;
}

const skeletonRows = 25;

/** The middle of the view of all rows: the rows, or what stands in their place. */
export const LoadedBody = <Row extends TableRow>(props: LoadedBodyProps<Row>) => {
  const { topic, title, columns, state, cache, listKey, density, sorting, place, source, filters, empty, onRange } =
    props;
  const actions = useLoadActions(topic);
  const error = cache.error();
  const matched = cache.matched();

  if (state?.phase === 'failed' && state.rows === 0 && state.problem) {
    return (
      <div className="listing-middle">
        <ErrorBlock error={state.problem} onRetry={actions.resume} />
      </div>
    );
  }
  if (state?.phase === 'none') {
    const { total, problem } = state;
    return <NothingLoaded {...{ topic, total }} gone={problem} loadAll={props.loadAll} onPages={props.onPages} />;
  }
  if (error) {
    return (
      <div className="listing-middle">
        <ErrorBlock error={error} onRetry={cache.renew} />
      </div>
    );
  }
  // Nothing was there when it was first asked: the answer with rows is on its way.
  const isComing = matched === 0 && filters.active === 0;
  if (
    !state ||
    matched === null ||
    !source ||
    (isComing && state.rows > 0) ||
    (state.rows === 0 && state.phase !== 'complete')
  ) {
    return <Skeleton columns={columns} rows={skeletonRows} density={density} />;
  }
  if (state.rows === 0) return <div className="listing-middle">{empty}</div>;
  if (matched === 0) {
    return (
      <div className="listing-middle">
        <MessageBlock
          icon={SearchX}
          title={`None of the ${countText(state.rows)} loaded rows match`}
          actions={<Button onPress={filters.onClear}>Clear filters</Button>}
        >
          {state.phase === 'complete'
            ? `All loaded ${topic} were searched.`
            : `Only what is loaded so far was searched, ${countText(state.rows)} ${topic}.`}
        </MessageBlock>
      </div>
    );
  }
  const { openId, onOpen, onClose, rowJson, menuMore } = props;
  return (
    <VirtualTable
      name={title}
      stale={loadAge(state).isStale}
      listKey={`${props.group ?? ''} ${listKey}`}
      {...{ columns, source, density, sorting, rowJson, menuMore, onRange }}
      {...{ openId: openId ?? null, openIndex: place.index, onOpen, onClose }}
    />
  );
};

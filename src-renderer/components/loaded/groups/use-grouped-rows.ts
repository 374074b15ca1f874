import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import type { LoadedGroups } from '#shared/console-contract/loaded-calls.ts';
import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { RowList, TableRow } from '#ui/table/table-types.ts';
import type { RowRange } from '#ui/table/use-virtual-rows.ts';
import { groupAt, layoutOf, rowsWithin, type Group } from './group-layout.ts';
import { createRowCache, type ReadWindow, type RowCache } from '../row-cache/row-cache.ts';

interface Grouping<Row extends TableRow> {
  readonly by: GroupKey;
  readonly read: (signal: AbortSignal) => Promise<LoadedGroups>;
  readonly readGroup: (key: string) => ReadWindow<ListedRow<Row>>;
  readonly labelOf: (group: Group) => string;
  readonly idsIn: (key: string, range: RowRange) => Promise<readonly string[]>;
}

type Open<Row> = ReadonlyMap<string, RowCache<ListedRow<Row>>>;

const noOpenGroups: Open<never> = new Map();

export const useGroupedRows = <Row extends TableRow>(
  grouping: Grouping<Row> | null,
  listKey: string,
  version: number,
) => {
  const key = grouping ? `${grouping.by} ${listKey}` : '';
  const { data } = useQuery({
    queryKey: ['loaded', 'groups', key, version],
    queryFn: async ({ signal }) => (grouping ? { key, groups: await grouping.read(signal) } : null),
    enabled: grouping !== null,
    placeholderData: (before) => before,
    gcTime: 0,
  });
  // Shows the previous counts during a recount, but never the counts of another key.
  const groups = data?.key === key ? data.groups : undefined;

  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [openGroups, setOpenGroups] = useState<Open<Row>>(noOpenGroups);
  const [openKey, setOpenKey] = useState(key);
  if (openKey !== key) {
    setOpenKey(key);
    setOpenGroups(noOpenGroups);
  }
  const renew = useEffectEvent(() => {
    for (const cache of openGroups.values()) cache.renew();
  });
  const readVersion = useRef(version);
  useEffect(() => {
    if (readVersion.current === version) return;
    readVersion.current = version;
    renew();
  }, [version]);
  useEffect(
    () => () => {
      for (const cache of openGroups.values()) cache.stop();
    },
    [openGroups],
  );

  const layout = useMemo(() => layoutOf(groups?.groups ?? [], (each) => openGroups.has(each)), [groups, openGroups]);
  const want = useMemo<RowList<Row>['want']>(
    () =>
      ({ first, end }) => {
        for (const placed of layout.placed) {
          const within = placed.shown > 0 ? rowsWithin(placed, first, end) : null;
          if (within) openGroups.get(placed.group.key)?.want(within);
        }
      },
    [layout, openGroups],
  );
  const idsIn = async ({ first, end }: RowRange): Promise<readonly string[]> => {
    if (!grouping) return [];
    const parts = layout.placed.map((placed) => ({ key: placed.group.key, within: rowsWithin(placed, first, end) }));
    const idReads = parts.map(({ key: each, within }) => (within ? grouping.idsIn(each, within) : []));
    return (await Promise.all(idReads)).flat();
  };
  if (!grouping || !groups) return { rows: null, groups, idsIn };

  const toggle: RowList<Row>['toggle'] = (index, how) => {
    const placed = groupAt(layout, index);
    if (!placed || placed.start !== index) return;
    const { key: each } = placed.group;
    const isOpen = openGroups.has(each);
    if (how === (isOpen ? 'open' : 'close')) return;
    const next = new Map(openGroups);
    if (isOpen) next.delete(each);
    else {
      const cache = createRowCache(grouping.readGroup(each));
      cache.version.subscribe(redraw);
      next.set(each, cache);
    }
    setOpenGroups(next);
  };
  const rows: RowList<Row> = {
    count: layout.count,
    want,
    toggle,
    itemAt: (index) => {
      const placed = groupAt(layout, index);
      if (!placed) return undefined;
      const { group, start } = placed;
      if (start !== index) return openGroups.get(group.key)?.rowAt(index - start - 1);
      const { key: each, count } = group;
      return { kind: 'group', key: each, label: grouping.labelOf(group), count, open: openGroups.has(each) };
    },
  };
  return { rows, groups, idsIn };
};

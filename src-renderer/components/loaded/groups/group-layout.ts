import type { LoadedGroups } from '#shared/console-contract/loaded-calls.ts';

export type Group = LoadedGroups['groups'][number];

export const layoutOf = (groups: readonly Group[], isOpen: (key: string) => boolean) => {
  let count = 0;
  const placedGroups = groups.map((group) => {
    const shownCount = isOpen(group.key) ? group.count : 0;
    const start = count;
    count += 1 + shownCount;
    return { group, start, shown: shownCount };
  });
  return { placed: placedGroups, count };
};

type GroupLayout = ReturnType<typeof layoutOf>;
type PlacedGroup = GroupLayout['placed'][number];

export const groupAt = ({ placed, count }: GroupLayout, index: number): PlacedGroup | undefined => {
  if (index < 0 || index >= count) return undefined;
  let low = 0;
  let high = placed.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((placed[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return placed[low];
};

/** Returns the rows of an open group within a list range, as indexes in the group. Null if there are none. */
export const rowsWithin = (
  { start, shown }: PlacedGroup,
  first: number,
  end: number,
): { readonly first: number; readonly end: number } | null => {
  const from = Math.max(0, first - start - 1);
  const to = Math.min(shown, end - start - 1);
  return from < to ? { first: from, end: to } : null;
};

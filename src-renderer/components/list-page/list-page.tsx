import { useMemo, useState } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { createLookedRow } from '#ui/table/row-cursor.ts';
import type { RowOf } from '../../api/listings.ts';
import { useConsoleState } from '../../api/profiles.ts';
import type { List } from '../listing/list-definition.ts';
import { createSelectedRows } from '../listing/selection/selected-rows.ts';
import { ListLayout } from './list-layout.tsx';

/** The page of a list. A filter, a search or a sort covers all rows; without any, the list shows the service's pages. */
export const ListPage = <Name extends Resource>({ definition, view, actions }: Omit<List<Name>, 'selected'>) => {
  const [looked] = useState(createLookedRow);
  const profileId = useConsoleState()?.profile.id;
  const isSelectable = definition.SelectionBar !== undefined;
  // A profile change resets the selection.
  // oxlint-disable-next-line react/exhaustive-deps
  const selected = useMemo(() => (isSelectable ? createSelectedRows<RowOf[Name]>() : null), [isSelectable, profileId]);
  return (
    <>
      <ListLayout list={{ definition, view, actions: { ...actions, looked }, selected }} />
      {actions.over}
    </>
  );
};

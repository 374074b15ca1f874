import { useLayoutEffect } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { Store } from '#ui/state/store.ts';
import type { RowOf } from '../../api/listings.ts';
import type { List } from './list-definition.ts';
import type { RowSource } from './row-source.ts';

export interface Shown<Name extends Resource> {
  readonly list: List<Name>;
  readonly source: RowSource<RowOf[Name]>;
}

/** The list page's current content from either source of rows; null until the first arrives. */
export type ShownList<Name extends Resource> = Store<Shown<Name> | null>;

export const useShownList = <Name extends Resource>({ set }: ShownList<Name>, { list, source }: Shown<Name>): void =>
  useLayoutEffect(() => set({ list, source }));

import type { Resource } from '#shared/migration-api/fields.ts';
import type { List } from '../listing/list-definition.ts';
import { ListLayout } from '../listing/list-layout.tsx';
import { useLoadedSource } from './loaded-source.tsx';

/** A list of all loaded rows: searched, sorted and filtered by the data process, drawn as far as they are in view. */
export const LoadedList = <Name extends Resource>({ list }: { readonly list: List<Name> }) => (
  <ListLayout list={list} source={useLoadedSource(list)} />
);

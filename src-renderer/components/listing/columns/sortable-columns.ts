import { columnFields, type Field, type Resource, type SortName } from '#shared/migration-api/fields.ts';

/** Returns a column's ID, which is also its CSS class and its name in the route's sort and in the settings. */
export const columnId = (name: string, { sort }: Field): string => `col-${sort ?? name}`;

export const sortableColumns = (resource: Resource): ReadonlyMap<string, SortName> =>
  new Map(
    columnFields(resource).flatMap(([name, field]) =>
      field.sort === undefined ? [] : [[columnId(name, field), field.sort as SortName]],
    ),
  );

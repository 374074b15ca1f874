import {
  companyFields,
  fieldList,
  type Fields,
  migrationFields,
  type Resource,
  sentFields,
} from '#shared/migration-api/fields.ts';
import { createGrowingArray, type GrowingArray } from './growing-array.ts';
import { createIdPool, type IdPool } from './id-pool.ts';
import { createTextPool } from './text-pool.ts';
import type { WritableDictionary } from './dictionary.ts';

/** A row as it crosses: an id, a time and texts. */
export type PlainRow = Readonly<Record<string, string | null>> & {
  readonly id: string;
  readonly created: string | null;
};

/** One field of all rows: the number of its text, by row. */
export interface TextColumn<Held extends WritableDictionary = WritableDictionary> {
  readonly dictionary: Held;
  readonly codes: GrowingArray<Uint32Array>;
}

/** Which fields rows have besides `id` and `created`; `ids` hold UUIDs mostly. */
type TableFields = Readonly<Record<string, 'texts' | 'ids'>>;

/** Rows in columns, each id once. A row keeps its number, and a number is never given anew. */
export interface RowTable {
  readonly count: () => number;
  /** Grows with each row that is added or changed. */
  readonly version: () => number;
  /** Grows with each row that is added or has another time. */
  readonly timesVersion: () => number;
  /** Adds a row, or changes the one with its id. Returns its number. */
  readonly put: (row: PlainRow) => number;
  readonly has: (id: string) => boolean;
  readonly rowAt: (row: number) => PlainRow;
  readonly find: (id: string) => number;
  readonly ids: IdPool;
  /** ms since 1970, NaN where a row has no time that can be read. */
  readonly created: () => Float64Array;
  /** ISO 8601, or as it was sent where that is no time. */
  readonly timeAt: (row: number) => string | null;
  /** Texts in the place of a time that cannot be read as one, as they were sent. */
  readonly oddTimes: () => Iterable<string>;
  readonly column: (field: string) => TextColumn;
  /** Makes room for so many rows. */
  readonly reserve: (count: number) => void;
}

export function createRowTable(fields: TableFields): RowTable {
  const ids = createIdPool(false);
  const created = createGrowingArray((length) => new Float64Array(length));
  /** Times that are no dates, as they were sent. */
  const oddTimes = new Map<number, string>();
  const columns = Object.entries(fields).map(([name, kind]): TextColumn & { readonly name: string } => ({
    name,
    dictionary: kind === 'ids' ? createIdPool(true) : createTextPool(),
    codes: createGrowingArray((length) => new Uint32Array(length)),
  }));
  const byName = new Map(columns.map((column) => [column.name, column]));
  let version = 0;
  let timesVersion = 0;

  const column = (field: string): TextColumn => {
    const found = byName.get(field);
    if (!found) throw new RangeError(`no column ${field}`);
    return found;
  };
  const setTime = (row: number, text: string | null): boolean => {
    const at = text === null ? Number.NaN : Date.parse(text);
    const isOdd = text !== null && Number.isNaN(at);
    const isSame = Object.is(created.values[row], at);
    created.values[row] = at;
    if (!isOdd && oddTimes.size === 0) return isSame;
    const before = oddTimes.get(row);
    if (isOdd) oddTimes.set(row, text);
    else oddTimes.delete(row);
    return isSame && before === (isOdd ? text : undefined);
  };
  const timeAt = (row: number): string | null => {
    const at = created.values[row] ?? Number.NaN;
    return Number.isNaN(at) ? (oddTimes.get(row) ?? null) : new Date(at).toISOString();
  };
  const reserve = (count: number) => {
    ids.reserve(count);
    created.reserve(count);
    for (const { codes } of columns) codes.reserve(count);
  };

  return {
    ids,
    column,
    reserve,
    created: () => created.values,
    timeAt,
    oddTimes: () => oddTimes.values(),
    count: () => ids.size(),
    version: () => version,
    timesVersion: () => timesVersion,
    find: (id) => ids.find(id),
    has: (id) => ids.find(id) !== -1,
    put: (given) => {
      const before = ids.size();
      const row = ids.intern(given.id);
      const isNew = row === before;
      if (isNew) {
        created.reserve(row + 1);
        for (const { codes } of columns) codes.reserve(row + 1);
      }
      let isSame = setTime(row, given.created) && !isNew;
      if (!isSame) timesVersion += 1;
      for (const { name, dictionary, codes } of columns) {
        const code = dictionary.intern(given[name] ?? null);
        if (codes.values[row] === code) continue;
        codes.values[row] = code;
        isSame = false;
      }
      if (!isSame) version += 1;
      return row;
    },
    rowAt: (row) => {
      const found: Record<string, string | null> & { id: string; created: string | null } = {
        id: ids.textAt(row) ?? '',
        created: timeAt(row),
      };
      for (const { name, dictionary, codes } of columns) {
        found[name] = dictionary.textAt(codes.values[row] ?? 0);
      }
      return found;
    },
  };
}

const fieldsToKeep = (fields: Fields): TableFields =>
  Object.fromEntries(
    fieldList(sentFields(fields)).flatMap(([name, { kind }]) =>
      name === 'id' || name === 'created' ? [] : [[name, kind === 'id' ? 'ids' : 'texts']],
    ),
  );

/** How the fields of each resource are kept that the API sends. */
export const tableFields = {
  migrations: fieldsToKeep(migrationFields),
  companies: fieldsToKeep(companyFields),
} as const satisfies Record<Resource, TableFields>;

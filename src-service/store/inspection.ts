import { createHash } from 'node:crypto';

/** Number and hash of a table's rows. Equal rows have an equal hash in every store. */
interface TableFigures {
  readonly rows: number;
  readonly sha256: string;
}

export type Figures = Readonly<Record<string, TableFigures>>;

export interface Inspection {
  readonly tables: Figures;
  /** Inconsistencies, each as a sentence. Empty if the store is consistent. */
  readonly faults: readonly string[];
  /** Latest timestamp in the store, in milliseconds since 1970. */
  readonly latest: number;
}

export const createTally = () => {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add: (row: string): void => {
      rows += 1;
      hash.update(`${row.length}:`).update(row);
    },
    figures: (): TableFigures => ({ rows, sha256: hash.digest('hex') }),
  };
};

/** Queries that count invalid rows, keyed by the message that reports them. Both stores use this SQL. */
export type SoundnessChecks = Readonly<
  Record<'migrations' | 'companies' | 'statuses' | 'runs' | 'modals' | 'events', string>
>;

export const soundnessFault = (check: keyof SoundnessChecks, count: number): string => {
  const faults: Readonly<Record<keyof SoundnessChecks, string>> = {
    migrations: `Organizations whose migration count doesn't match their list: ${count}.`,
    companies: `Organizations whose company count doesn't match their list: ${count}.`,
    statuses: `Migrations with two different statuses: ${count}.`,
    runs: `Runs that belong to no migration: ${count}.`,
    modals: `Modals that belong to no run: ${count}.`,
    events: `Organizations with gaps in their events: ${count}.`,
  };
  return faults[check];
};

export const findDifference = (expected: Figures, found: Figures): string | undefined => {
  for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const [expectedTable, foundTable] = [expected[name], found[name]];
    if (expectedTable === undefined || foundTable === undefined)
      return `The table ${name} is ${foundTable ? 'new' : 'missing'}.`;
    if (expectedTable.rows !== foundTable.rows)
      return `The table ${name} has ${foundTable.rows} rows instead of ${expectedTable.rows}.`;
    if (expectedTable.sha256 !== foundTable.sha256) return `A row of the table ${name} differs.`;
  }
  return undefined;
};

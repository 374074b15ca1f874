import { createHash } from 'node:crypto';

/** A table as a number and a hash of its rows: equal for equal rows, whatever file or server holds them. */
interface TableFigures {
  readonly rows: number;
  readonly sha256: string;
}

export type Figures = Readonly<Record<string, TableFigures>>;

export interface Inspection {
  readonly tables: Figures;
  /** What does not fit together, each as a sentence; none in a sound store. */
  readonly faults: readonly string[];
  /** Time of the last thing that was written with a time, milliseconds since 1970. */
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

/** Statements that count what must not be there, by the sentence that says so. The same words for every store. */
export type SoundnessChecks = Readonly<
  Record<'migrations' | 'companies' | 'statuses' | 'runs' | 'modals' | 'events', string>
>;

export const soundnessFault = (check: keyof SoundnessChecks, count: number): string => {
  const faults: Readonly<Record<keyof SoundnessChecks, string>> = {
    migrations: `${count} organizations have a migration count that doesn't match their list.`,
    companies: `${count} organizations have a company count that doesn't match their list.`,
    statuses: `${count} migrations have two different statuses.`,
    runs: `${count} runs belong to no migration.`,
    modals: `${count} modals belong to no run.`,
    events: `${count} organizations have gaps in their events.`,
  };
  return faults[check];
};

export const findDifference = (expected: Figures, found: Figures): string | undefined => {
  for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const [should, is] = [expected[name], found[name]];
    if (should === undefined || is === undefined) return `The table ${name} is ${is ? 'new' : 'missing'}.`;
    if (should.rows !== is.rows) return `The table ${name} has ${is.rows} rows instead of ${should.rows}.`;
    if (should.sha256 !== is.sha256) return `A row of the table ${name} differs.`;
  }
  return undefined;
};

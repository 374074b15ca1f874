import { createHash } from 'node:crypto';
import { findBreak } from './base/audit-store.ts';
import { type Dialect, first, type Programs, textOrNull } from './base/program.ts';
import { auditEntries, createAuditStore } from './create-audit-store.ts';
import { rowsPerOrganization } from './list-rows.ts';

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

/** FROM clauses that select the faulty rows, by the fault's message. */
const faultyRows = ({ between, field, position, same }: Dialect): Readonly<Record<string, string>> => {
  const wrongCount = (table: 'companies' | 'migrations'): string => {
    const rows = `FROM ${table} WHERE ${between(table, 'number', '0', String(rowsPerOrganization - 1))}`;
    return `organizations WHERE ${table} <> (SELECT count(*) ${rows})
      OR ${table} <> (SELECT coalesce(max(${position(table)}), 0) ${rows})`;
  };
  return {
    "Organizations whose migration count doesn't match their list": wrongCount('migrations'),
    "Organizations whose company count doesn't match their list": wrongCount('companies'),
    'Migrations with two different statuses': `migrations WHERE status IS DISTINCT FROM ${field('status')}`,
    'Runs that belong to no migration': `runs LEFT JOIN migrations ON ${same('migrations', 'runs')} WHERE id IS NULL`,
    'Modals that belong to no run': `modals LEFT JOIN runs ON ${same('runs', 'modals')} WHERE state IS NULL`,
    'Organizations with gaps in their events': `event_heads WHERE head - first + 1 <> (
      SELECT count(*) FROM events WHERE ${between('events', 'event_heads.organization', 'first - 1', 'head')})`,
  };
};

/** Checks the relations of all rows, and the audit log. `single` must read from one snapshot. */
export const inspectRows = async (programs: Programs, dialect: Dialect): Promise<Omit<Inspection, 'tables'>> => {
  const faults: string[] = [];
  for (const [fault, rows] of Object.entries(faultyRows(dialect))) {
    const count = Number((await programs.single(() => first(`SELECT count(*) AS count FROM ${rows}`)))?.['count']);
    if (count > 0) faults.push(`${fault}: ${count}.`);
  }
  const audit = createAuditStore(programs, dialect);
  const auditBreak = await findBreak(auditEntries(audit, Number.MAX_SAFE_INTEGER), await audit.head());
  if (auditBreak !== undefined) faults.push(auditBreak.sentence);
  const latest = await programs.single(() =>
    first(`
      SELECT (SELECT max(created) FROM api_keys) AS key_created, (SELECT max(written) FROM probes) AS probe_written,
        (SELECT max(last_migration_created - offset_ms) FROM organizations) AS migration_created,
        (SELECT ${dialect.auditMember('at')} FROM audit_entries ORDER BY number DESC LIMIT 1) AS entry_written`),
  );
  const { entry_written: entryWritten, ...times } = latest ?? {};
  return {
    faults,
    latest: Math.max(...Object.values(times).map(Number), Date.parse(textOrNull(entryWritten) ?? '') || 0),
  };
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

import type { SignInRow } from './people-store.ts';
import { audit, first, insert, isoTime, type Program, run, type StepValue } from '../base/program.ts';

const checkedName = (name: string): string => {
  if (!/^[a-z_]+$/.test(name)) throw new TypeError(`${name} isn't the name of a table or column.`);
  return name;
};

const equationsSql = (row: SignInRow, separator: ' AND ' | ', ', values: StepValue[]): string =>
  Object.entries(row)
    .map(([column, value]) => `${checkedName(column)} = $${values.push(value)}`)
    .join(separator);

/** A session starts at the store's time, because it is compared with the times of members. */
function* insertRow(storeTime: string, table: string, values: SignInRow, way?: string): Program<void> {
  Object.keys(values).forEach(checkedName);
  const isSession = table === 'person_sessions';
  const created = isSession && isoTime((yield* first(`SELECT ${storeTime} AS now`))?.['now']);
  const row = created ? { ...values, created } : values;
  yield* insert(checkedName(table), row);
  if (isSession) {
    const person = String(row['person']);
    const from = row['address'] === null ? undefined : String(row['address'] ?? '');
    const details = way === undefined ? undefined : { with: way };
    const now = Date.parse(String(row['created']));
    yield* audit({ action: 'session.begin', subject: person, details }, { by: person, from, now });
  }
}

function* selectRows(table: string, where: SignInRow, limit: number): Program<readonly SignInRow[]> {
  const values: StepValue[] = [];
  const conditions = equationsSql(where, ' AND ', values);
  const text = `SELECT * FROM ${checkedName(table)} WHERE ${conditions} LIMIT ${Math.floor(limit)}`;
  return (yield* run(text, values)) as readonly SignInRow[];
}

function* removeRows(table: string, where: SignInRow, from?: string): Program<number> {
  const values: StepValue[] = [];
  const conditions = equationsSql(where, ' AND ', values);
  const rows = yield* run(`DELETE FROM ${checkedName(table)} WHERE ${conditions} RETURNING *`, values);
  for (const row of table === 'person_sessions' ? rows : []) {
    const person = String(row['person']);
    yield* audit({ action: 'session.end', subject: person }, { by: person, from, now: Date.now() });
  }
  return rows.length;
}

function* updateRows(table: string, where: SignInRow, changes: SignInRow): Program<SignInRow | undefined> {
  const values: StepValue[] = [];
  const assignments = equationsSql(changes, ', ', values);
  const conditions = equationsSql(where, ' AND ', values);
  const text = `UPDATE ${checkedName(table)} SET ${assignments} WHERE ${conditions} RETURNING *`;
  const rows = yield* run(text, values);
  if (table === 'person_accounts' && 'password' in changes) {
    for (const row of rows) {
      const person = String(row['person']);
      yield* audit({ action: 'person.password', subject: person }, { by: person, now: Date.now() });
    }
  }
  return rows[0] as SignInRow | undefined;
}

/** Sign-in tables. Table and column names come from better-auth's configuration, never from a request. */
export const signInPrograms = (storeTime: string) => ({
  /** @param way sign-in method for the audit log, if the row is a session */
  insert: insertRow.bind(undefined, storeTime),
  select: selectRows,
  /** Updates the matching rows and returns the first. Undefined if no row matches. */
  update: updateRows,
  /** Deletes the matching rows and returns their number. `from` is the address for the audit log. */
  remove: removeRows,
});

import type { SignInCondition, SignInRow } from './people-store.ts';
import { audit, insert, type Program, run, type StepValue } from '../base/program.ts';

const operators = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

const checkedName = (name: string): string => {
  if (!/^[a-z_]+$/.test(name)) throw new TypeError(`${name} isn't the name of a table or column.`);
  return name;
};

const whereSql = (where: readonly SignInCondition[], values: StepValue[]): string => {
  const push = (value: StepValue): string => `$${values.push(value)}`;
  const texts = where.map(({ column, operator, value }) => {
    if (operator === 'in') {
      const list = (value as readonly (string | number)[]).map(push);
      return list.length === 0 ? '1 = 0' : `${checkedName(column)} IN (${list.join(', ')})`;
    }
    if (value === null) return `${checkedName(column)} IS ${operator === 'eq' ? '' : 'NOT '}NULL`;
    return `${checkedName(column)} ${operators[operator]} ${push(value as string | number)}`;
  });
  return texts.length === 0 ? '' : ` WHERE ${texts.join(' AND ')}`;
};

function* insertRow(table: string, row: SignInRow, way?: string): Program<void> {
  Object.keys(row).forEach(checkedName);
  yield* insert(checkedName(table), row);
  if (table === 'person_sessions') {
    const person = String(row['person']);
    const from = row['address'] === null ? undefined : String(row['address'] ?? '');
    const details = way === undefined ? undefined : { with: way };
    const now = Date.parse(String(row['created']));
    yield* audit({ action: 'session.begin', subject: person, details }, { by: person, from, now });
  }
}

function* selectRows(table: string, where: readonly SignInCondition[], limit: number): Program<readonly SignInRow[]> {
  const values: StepValue[] = [];
  const text = `SELECT * FROM ${checkedName(table)}${whereSql(where, values)} LIMIT ${Math.floor(limit)}`;
  return (yield* run(text, values)) as readonly SignInRow[];
}

function* removeRows(table: string, where: readonly SignInCondition[], from?: string): Program<number> {
  const values: StepValue[] = [];
  const text = `DELETE FROM ${checkedName(table)}${whereSql(where, values)} RETURNING *`;
  const rows = yield* run(text, values);
  for (const row of table === 'person_sessions' ? rows : []) {
    const person = String(row['person']);
    yield* audit({ action: 'session.end', subject: person }, { by: person, from, now: Date.now() });
  }
  return rows.length;
}

function* updateRows(
  table: string,
  where: readonly SignInCondition[],
  changes: SignInRow,
): Program<SignInRow | undefined> {
  const values: StepValue[] = [];
  const assignments = Object.entries(changes).map(
    ([column, value]) => `${checkedName(column)} = $${values.push(value)}`,
  );
  const rows = yield* run(
    `UPDATE ${checkedName(table)} SET ${assignments.join(', ')}${whereSql(where, values)} RETURNING *`,
    values,
  );
  if (table === 'person_accounts' && 'password' in changes) {
    for (const row of rows) {
      const person = String(row['person']);
      yield* audit({ action: 'person.password', subject: person }, { by: person, now: Date.now() });
    }
  }
  return rows[0] as SignInRow | undefined;
}

/** Sign-in tables. Table and column names come from better-auth's configuration, never from a request. */
export const signInPrograms = {
  /** @param way sign-in method for the audit log, if the row is a session */
  insert: insertRow,
  select: selectRows,
  /** Updates the matching rows and returns the first. Undefined if no row matches. */
  update: updateRows,
  /** Deletes the matching rows and returns their number. `from` is the address for the audit log. */
  remove: removeRows,
};

import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { schemaVersions } from '../sqlite/schema-versions.ts';
import { positional, sqliteDialect } from '../sqlite/sqlite-programs.ts';
import { listDeliveries, testEndpoint } from './deliveries.ts';
import { listEndpoints, removeEndpoint } from './endpoints.ts';
import { fanOut } from './fan-out.ts';
import type { Program, StepValue } from '../base/program.ts';
import { claimDeliveries } from './tries.ts';
import { forgetDeliveries } from './upkeep.ts';

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const sql of schemaVersions) database.exec(sql);
  database.exec(`INSERT INTO organizations (number, id, name) VALUES (1, 'one', 'One'), (2, 'two', 'Two')`);
});
afterEach(() => database.close());

type Values = readonly StepValue[];

/** Runs a program. `before` is called before each statement, to simulate concurrent changes. */
const runProgram = <Result>(
  program: Program<Result>,
  before: (sql: string, values: Values) => void = () => {},
): Result => {
  let next = program.next();
  while (!next.done) {
    const sql = typeof next.value.sql === 'string' ? next.value.sql : next.value.sql.text;
    const { values } = next.value;
    before(sql, values);
    next = program.next(database.prepare(positional(sql)).all(...values));
  }
  return next.value;
};

/** SQLite's query plans for the deliveries in a program's statements. */
const queryPlan = (program: Program<unknown>): string => {
  const plans: string[] = [];
  runProgram(program, (sql, values) => {
    for (const { detail } of database.prepare(positional(`EXPLAIN QUERY PLAN ${sql}`)).all(...values))
      plans.push(String(detail));
  });
  return plans.join('\n');
};

const statementsOf = (program: Program<unknown>): readonly string[] => {
  const statements: string[] = [];
  runProgram(program, (sql) => statements.push(sql));
  return statements;
};

const addEndpoint = (organization = 1): void =>
  database.exec(
    `INSERT INTO webhook_endpoints (organization, id, url, description, secret, created, started, failures)
     VALUES (${organization}, 'ep_${organization}', 'https://hooks.example.com/', '', 'whsec_x', 0, 0, 0)`,
  );
const addCursor = (organization: number, position: number): void =>
  database.exec(
    `INSERT INTO webhook_cursors (organization, position, last_delivery) VALUES (${organization}, ${position}, 0)`,
  );
const addHead = (organization: number, head: number): void =>
  database.exec(`INSERT INTO event_heads (organization, head) VALUES (${organization}, ${head})`);
const positions = (): unknown[] =>
  database
    .prepare('SELECT position FROM webhook_cursors ORDER BY organization')
    .all()
    .map(({ position }) => position);

describe('statements of webhooks', { tags: '@X23' }, () => {
  test('an event written while deliveries are created is not skipped', () => {
    addEndpoint();
    addCursor(1, 3);
    addHead(1, 7);
    runProgram(fanOut(sqliteDialect, 1, 100), (sql) => {
      if (sql.startsWith('UPDATE webhook_cursors')) database.exec('UPDATE event_heads SET head = 9');
    });
    expect(positions()).toEqual([7]);
  });

  test('the organization that has waited longest is served first, however many events other organizations have', () => {
    for (const organization of [1, 2]) addCursor(organization, 0);
    addHead(1, 1_000);
    addHead(2, 1);
    runProgram(fanOut(sqliteDialect, 1, 100));
    database.exec('UPDATE event_heads SET head = head + 1000 WHERE organization = 1');
    runProgram(fanOut(sqliteDialect, 2, 100));
    expect(positions()).toEqual([1_000, 1]);
  });

  test("removing or testing an endpoint locks its organization's cursor first", () => {
    const dialect = { ...sqliteDialect, lock: (table: string) => ` /* locks ${table} */` };
    const by = { by: 'test', now: 1 };
    for (const program of [removeEndpoint(dialect, 1, 'ep_1', by), testEndpoint(dialect, 1, 'ep_1', by)]) {
      expect(statementsOf(program)[0]).toMatch(/locks webhook_cursors/);
    }
  });

  test('frequent queries use an index', () => {
    addEndpoint();
    addCursor(1, 0);
    const index = (name: string) => `INDEX webhook_deliveries_${name} `;
    const forget = queryPlan(forgetDeliveries(1, 10));
    expect(forget).toContain(`${index('done')}(organization=? AND created<?)`);
    expect(forget).not.toContain('TEMP B-TREE');
    const byState = queryPlan(listDeliveries(1, { state: 'delivered', limit: 10 }));
    expect(byState).toContain(`${index('by_state')}(organization=? AND state=?)`);
    expect(byState).not.toContain('TEMP B-TREE');
    const failures = queryPlan(listDeliveries(1, { state: 'failed', endpoint: 'ep_1', limit: 10 }));
    expect(failures).toContain(`${index('failed')}(organization=? AND endpoint=?)`);
    expect(failures).not.toContain('TEMP B-TREE');
    const recent = queryPlan(listEndpoints(1, 1));
    expect(recent).toContain(`${index('tried')}(organization=? AND endpoint=?)`);
    const claim = queryPlan(
      claimDeliveries(sqliteDialect, {
        now: 1,
        claim: 'x',
        leaseMs: 1,
        limit: 1,
        perEndpoint: 1,
        perFailing: 1,
        perOrganization: 1,
      }),
    );
    expect(claim).toContain(`${index('by_due')}`);
    expect(claim).toContain(`${index('by_claim')}`);
    expect(claim).not.toMatch(/SCAN [dr]\b/);
  });
});

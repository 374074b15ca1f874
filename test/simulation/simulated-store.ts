import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { defaultSeedInstant, fillStore } from '#service/seed/seed-rows.ts';
import type { Program, Programs, RunProgram, Step } from '#service/store/base/program.ts';
import { StoreUnavailable } from '#service/store/base/unavailable.ts';
import { upgradeDatabase } from '#service/store/sqlite/open-database.ts';
import { createSqlitePrograms, positional, sqliteDialect } from '#service/store/sqlite/sqlite-programs.ts';
import { sqliteSeed } from '#service/store/sqlite/sqlite-seed.ts';
import { createStore, type Store } from '#service/store/store.ts';
import type { World } from './world.ts';

/** Tables in memory that each process of the service has on its own. */
const controlTables = `
  CREATE TEMP TABLE next_scenarios (organization INTEGER PRIMARY KEY, next TEXT NOT NULL, times INTEGER NOT NULL);
`;

type Value = string | number | Uint8Array | null;

/** The database of all runs. Its tables are reset before each run, because creating them takes 60 ms. */
export const openDatabaseOnce = async () => {
  const database = new DatabaseSync(':memory:');
  upgradeDatabase(database, 'memory');
  database.exec(controlTables);
  const programs = createSqlitePrograms(database);
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: Step['sql']): StatementSync => {
    const text = typeof sql === 'string' ? sql : sql.text;
    const statement = statements.get(text) ?? database.prepare(positional(text));
    statements.set(text, statement);
    return statement;
  };
  const runNow = <Result>(program: () => Program<Result>): Result => {
    const steps = program();
    let next = steps.next();
    while (!next.done) next = steps.next(prepare(next.value.sql).all(...next.value.values));
    return next.value;
  };
  const [start, commit, rollback] = ['BEGIN', 'COMMIT', 'ROLLBACK'].map((sql) => database.prepare(sql));
  const changeNow = <Result>(program: () => Program<Result>): Result => {
    start?.run();
    try {
      const result = runNow(program);
      commit?.run();
      return result;
    } catch (error) {
      rollback?.run();
      throw error;
    }
  };
  const storeOn = (own: Programs): Store =>
    createStore({
      programs: own,
      dialect: sqliteDialect,
      erasure: { start: () => {}, end: () => {} },
      now: async (organization, offset) => Date.now() + (organization === undefined ? 0 : await offset(organization)),
      seed: sqliteSeed(database, own),
      health: { isBusy: () => false, connections: () => undefined },
      inspect: () => Promise.reject(new Error('not simulated')),
      close: async () => {},
    });
  const store = storeOn(programs);
  await fillStore(store.seed, { seed: 1, at: defaultSeedInstant, migrations: 0, companies: 0 });
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name));
  const first = tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()] as const);
  const reset = (): void => {
    database.exec(['PRAGMA foreign_keys = OFF', ...tables.map((table) => `DELETE FROM ${table}`)].join('; '));
    for (const [table, rows] of first)
      for (const row of rows) {
        const names = Object.keys(row);
        const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
        database.prepare(sql).run(...(Object.values(row) as Value[]));
      }
    database.exec('PRAGMA foreign_keys = ON');
  };
  return { database, runNow, changeNow, storeOn, store, reset };
};

export type SimulatedDatabase = Awaited<ReturnType<typeof openDatabaseOnce>>;

export interface StoreFaults {
  /** Chance that a call fails without an effect. */
  readonly fail: number;
  /** Chance that a call takes effect, but its reply is lost. */
  readonly loseReply: number;
}

/** Longest time after which a call on a silent database fails. */
const silenceMs = 1_100;

/** The store of one process: each transaction is atomic, takes time in both directions, and may fail. */
export const connectStore = (
  world: World,
  { runNow, changeNow, storeOn }: SimulatedDatabase,
  faults: () => StoreFaults,
): Store => {
  const remote =
    (runLocal: typeof runNow): RunProgram =>
    (program) => {
      const { fail, loseReply } = faults();
      const chance = world.random.next();
      const hasFailed = chance < fail + loseReply;
      const perform = () => {
        if (chance < fail) throw new StoreUnavailable("the database doesn't respond (simulated)");
        const result = runLocal(program);
        if (hasFailed) throw new StoreUnavailable("the database doesn't respond (reply lost)");
        return result;
      };
      return world.call(perform, hasFailed ? { backMs: world.random.next() * silenceMs } : {});
    };
  const single = remote(runNow);
  const store = storeOn({ change: remote(changeNow), single, read: single, longRead: single });
  return { ...store, events: { ...store.events, isShared: true } };
};

import type { Dialect, Program, Row, RunProgram, Step } from '../program.ts';
import type { Database, Session } from './database.ts';
import { appendAudit } from './postgres-audit.ts';

/** What only PostgreSQL's statements say. */
export const postgresDialect: Dialect = {
  eventsAfter: `
    SELECT position, id, body FROM events WHERE organization = $1 AND position > $2 ORDER BY position LIMIT $3`,
  lock: (table) => ` FOR NO KEY UPDATE OF ${table}`,
  lockFree: (table) => ` FOR NO KEY UPDATE OF ${table} SKIP LOCKED`,
};

const take = async (session: Session, step: Step): Promise<readonly Row[]> => {
  if (!('audit' in step)) return session.run(step.sql, step.values);
  await appendAudit(session, step.audit, step.now);
  return [];
};

const runAll = async <Result>(session: Session, program: Program<Result>): Promise<Result> => {
  let next = program.next();
  while (!next.done) next = program.next(await take(session, next.value));
  return next.value;
};

export const createPostgresPrograms =
  (database: Database): RunProgram =>
  (program) =>
    database.inTransaction((session) => runAll(session, program()));

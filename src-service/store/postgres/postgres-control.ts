import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FaultRule } from '#shared/service-control/control-state.ts';
import { createRandom } from '../../seed/random.ts';
import {
  type FaultRuleStore,
  matchesRule,
  type MetFault,
  type NextScenario,
  type NextScenarioStore,
} from '../control-store.ts';
import { StoreUnavailable } from '../store.ts';
import type { Row } from '../base/program.ts';
import type { Database, Session } from './database.ts';
import { nowSql } from './database-time.ts';

/** How often a held response checks whether its rule was deleted, by this or another instance. */
const pollEveryMs = 100;
/** How often a held response renews its row, which expires after `countsForMs` if the instance died. */
const announceEveryMs = 1_000;
const countsForMs = 3_000;

const checkNoRules = { name: 'has no fault rules', text: 'SELECT NOT EXISTS (SELECT FROM fault_rules) AS empty' };
const lockRules = {
  name: 'lock fault rules',
  text: 'SELECT id, rule, met, rolled FROM fault_rules WHERE organization = $1 ORDER BY id FOR UPDATE',
};

/** Returns a rule's random numbers, without the first `rolled` numbers, which are already used. */
const createRolls = (rule: FaultRule, rolled: number): (() => number) => {
  const { next } = createRandom(rule.seed ?? 1);
  for (let spent = 0; spent < rolled; spent++) next();
  return next;
};

const takeMatch = async (
  session: Session,
  organization: number,
  method: string,
  path: string,
): Promise<MetFault | undefined> => {
  const change = (id: unknown, column: 'met' | 'rolled'): Promise<readonly Row[]> =>
    session.run(`UPDATE fault_rules SET ${column} = ${column} + 1 WHERE organization = $1 AND id = $2`, [
      organization,
      id,
    ]);
  for (const row of await session.run(lockRules, [organization])) {
    const rule = row['rule'] as FaultRule;
    let hasRolled = false;
    const roll = (): number => {
      hasRolled = true;
      return createRolls(rule, Number(row['rolled']))();
    };
    const isMatch = matchesRule({ rule, met: Number(row['met']), roll }, method, path);
    if (hasRolled) await change(row['id'], 'rolled');
    if (!isMatch) continue;
    await change(row['id'], 'met');
    return { ruleId: Number(row['id']), effect: rule.effect };
  }
  return undefined;
};

export const createPostgresFaultRules = (database: Database): FaultRuleStore => {
  /** Returns false after the rule was removed. Keeps the response held while the database is unreachable. */
  const poll = async (organization: number, ruleId: number, holder: string, says: boolean): Promise<boolean> => {
    const rule = 'SELECT organization, id FROM fault_rules WHERE organization = $1 AND id = $2';
    const announceSql = `
      INSERT INTO held_replies (organization, rule, id, seen)
      SELECT organization, id, $3, ${nowSql} FROM (${rule}) AS found
      ON CONFLICT (organization, rule, id) DO UPDATE SET seen = excluded.seen RETURNING id`;
    try {
      const foundRows = await (says
        ? database.run(announceSql, [organization, ruleId, holder])
        : database.run(rule, [organization, ruleId]));
      return foundRows.length > 0;
    } catch (error) {
      if (error instanceof StoreUnavailable) return true;
      throw error;
    }
  };
  /** Ignores errors, because the row of a hold expires after `countsForMs`. */
  const forget = async (holder: string): Promise<void> => {
    const sql = `DELETE FROM held_replies WHERE id = $1 OR seen < ${nowSql} - ${countsForMs}`;
    await database.run(sql, [holder]).catch(() => []);
  };
  return {
    isEmpty: async () => (await database.run(checkNoRules))[0]?.['empty'] === true,
    add: (organization, rules) =>
      database.inTransaction(async (session) => {
        const [counter] = await session.run(
          'UPDATE organizations SET last_rule = last_rule + $2 WHERE number = $1 RETURNING last_rule',
          [organization, rules.length],
        );
        const first = Number(counter?.['last_rule']) - rules.length + 1;
        await session.run(
          `INSERT INTO fault_rules (organization, id, rule)
           SELECT $1, $2 + place - 1, rule FROM unnest($3::json[]) WITH ORDINALITY AS added (rule, place)`,
          [organization, first, rules.map((rule) => JSON.stringify(rule))],
        );
      }),
    list: async (organization) => {
      const rows = await database.run(
        `SELECT id, rule, met, (
           SELECT count(*) FROM held_replies
           WHERE held_replies.organization = $1 AND held_replies.rule = fault_rules.id AND seen > ${nowSql} - $2::bigint
         ) AS waiting
         FROM fault_rules WHERE organization = $1 ORDER BY id`,
        [organization, countsForMs],
      );
      return rows.map(({ id, rule, met, waiting }) => ({
        id: Number(id),
        ...(rule as FaultRule),
        met: Number(met),
        held: Number(waiting),
      }));
    },
    remove: async (organization, id) => {
      const sql = 'DELETE FROM fault_rules WHERE organization = $1 AND id = $2 RETURNING id';
      return (await database.run(sql, [organization, id])).length > 0;
    },
    clear: async (organization) => {
      await database.run('DELETE FROM fault_rules WHERE organization = $1', [organization]);
    },
    takeMatch: (organization, method, path) =>
      database.inTransaction((session) => takeMatch(session, organization, method, path)),
    hold: async (organization, ruleId, deleted) => {
      const end = new AbortController();
      void deleted.then(
        () => end.abort(),
        () => end.abort(),
      );
      const holder = randomUUID();
      for (let heldCount = 0; !end.signal.aborted; heldCount += pollEveryMs) {
        if (!(await poll(organization, ruleId, holder, heldCount % announceEveryMs === 0))) break;
        await wait(pollEveryMs, undefined, { signal: end.signal }).catch(() => {});
      }
      await forget(holder);
    },
  };
};

export const createPostgresNextScenario = (database: Database): NextScenarioStore => ({
  read: async (organization) => {
    const sql = 'SELECT next, times FROM next_scenarios WHERE organization = $1 AND times > 0';
    return (await database.run(sql, [organization]))[0] as NextScenario | undefined;
  },
  set: async (organization, { next, times }) => {
    await database.run(
      `INSERT INTO next_scenarios (organization, next, times) VALUES ($1, $2, $3)
       ON CONFLICT (organization) DO UPDATE SET next = excluded.next, times = excluded.times`,
      [organization, next, times],
    );
  },
  clear: async (organization) => {
    await database.run('DELETE FROM next_scenarios WHERE organization = $1', [organization]);
  },
});

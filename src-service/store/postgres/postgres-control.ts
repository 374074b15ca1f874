import { setTimeout as wait } from 'node:timers/promises';
import type { FaultRule } from '#shared/service-control/control-state.ts';
import { createRandom } from '../../seed/random.ts';
import {
  type FaultRuleStore,
  meetsRule,
  type MetFault,
  type NextScenario,
  type NextScenarioStore,
} from '../control-store.ts';
import type { Database, Row, Session } from './database.ts';

/** How often a held reply looks whether its rule was taken away, here or by another instance. */
const lookEveryMs = 100;

const isEmpty = { name: 'is without fault rules', text: 'SELECT NOT EXISTS (SELECT FROM fault_rules) AS empty' };
const lockRules = {
  name: 'lock fault rules',
  text: 'SELECT id, rule, met, rolled FROM fault_rules WHERE organization = $1 ORDER BY id FOR UPDATE',
};

/** The numbers of a rule's stream, the first `rolled` of which are spent. */
const rollsOf = (rule: FaultRule, rolled: number): (() => number) => {
  const { next } = createRandom(rule.seed ?? 1);
  for (let spent = 0; spent < rolled; spent++) next();
  return next;
};

const meet = async (
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
      return rollsOf(rule, Number(row['rolled']))();
    };
    const isMet = meetsRule({ rule, met: Number(row['met']), roll }, method, path);
    if (hasRolled) await change(row['id'], 'rolled');
    if (!isMet) continue;
    await change(row['id'], 'met');
    return { ruleId: Number(row['id']), effect: rule.effect };
  }
  return undefined;
};

/** Fault rules in PostgreSQL, for all instances; a restart keeps them. */
export const createPostgresFaultRules = (database: Database): FaultRuleStore => {
  const countHeld = async (organization: number, ruleId: number, more: 1 | -1): Promise<void> => {
    await database.run('UPDATE fault_rules SET held = held + $3 WHERE organization = $1 AND id = $2', [
      organization,
      ruleId,
      more,
    ]);
  };
  const isThere = async (organization: number, ruleId: number): Promise<boolean> => {
    const sql = 'SELECT FROM fault_rules WHERE organization = $1 AND id = $2';
    return (await database.run(sql, [organization, ruleId])).length > 0;
  };
  return {
    isEmpty: async () => (await database.run(isEmpty))[0]?.['empty'] === true,
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
        'SELECT id, rule, met, held FROM fault_rules WHERE organization = $1 ORDER BY id',
        [organization],
      );
      return rows.map(({ id, rule, met, held }) => ({
        id: Number(id),
        ...(rule as FaultRule),
        met: Number(met),
        held: Number(held),
      }));
    },
    remove: async (organization, id) => {
      const sql = 'DELETE FROM fault_rules WHERE organization = $1 AND id = $2 RETURNING id';
      return (await database.run(sql, [organization, id])).length > 0;
    },
    clear: async (organization) => {
      await database.run('DELETE FROM fault_rules WHERE organization = $1', [organization]);
    },
    meet: (organization, method, path) =>
      database.inTransaction((session) => meet(session, organization, method, path)),
    hold: async (organization, ruleId, gone) => {
      const end = new AbortController();
      void gone.then(
        () => end.abort(),
        () => end.abort(),
      );
      await countHeld(organization, ruleId, 1);
      while (!end.signal.aborted && (await isThere(organization, ruleId))) {
        await wait(lookEveryMs, undefined, { signal: end.signal }).catch(() => {});
      }
      await countHeld(organization, ruleId, -1);
    },
  };
};

/** The next scenario of each organization in PostgreSQL; opening a modal takes it, in the transaction of the modal. */
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

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { featuresPath } from '#shared/service-features.ts';
import { listEvents } from '#shared/webhooks-api/events.ts';
import type { ActiveRule, FaultEffect, FaultRule } from '#shared/service-control/control-state.ts';
import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';
import { createRandom } from './base/random.ts';
import {
  bindPrograms,
  type Dialect,
  first,
  hasRows,
  insert,
  parsed,
  prepared,
  type Program,
  type Programs,
  type Row,
  run,
} from './base/program.ts';

import { isUnavailable } from './base/unavailable.ts';

export interface MetFault {
  readonly ruleId: number;
  readonly effect: FaultEffect;
}

interface CountedRule {
  readonly rule: FaultRule;
  readonly met: number;
  /** Next random number of the rule, in [0, 1). */
  readonly roll: () => number;
}

/** Polled paths. Only a rule that names their first segment matches, so that polling doesn't use up other rules. */
const followedPaths = [listEvents.path, featuresPath] as const;
const baseOf = (path: string): string => path.slice(0, path.indexOf('/', 1) + 1);

/** Browsers send preflights automatically, so only a rule that names OPTIONS matches a preflight. */
const matches = ({ match }: FaultRule, method: string, path: string): boolean => {
  if (match.method === undefined ? method === 'OPTIONS' : match.method.toUpperCase() !== method) return false;
  if (followedPaths.some((own) => own === path) && !followedPaths.some((own) => match.path?.startsWith(baseOf(own)))) {
    return false;
  }
  if (match.path === undefined) return true;
  return match.path.endsWith('*') ? path.startsWith(match.path.slice(0, -1)) : path === match.path;
};

/** Whether a request matches a rule. Draws the random number last, so that a seed gives the same sequence. */
const matchesRule = ({ rule, met, roll }: CountedRule, method: string, path: string): boolean =>
  matches(rule, method, path) &&
  met < (rule.times ?? Infinity) &&
  (rule.percent === undefined || roll() * 100 < rule.percent);

/** How often a held response checks whether its rule was deleted, by this or another instance. */
const pollEveryMs = 100;
/** How often a held response renews its row, which expires after `countsForMs` if the instance died. */
const announceEveryMs = 1_000;
const countsForMs = 3_000;

/** Named, because every request runs this statement if control is allowed. */
const anyRule = prepared('SELECT id FROM fault_rules LIMIT 1');
const ruleSql = 'SELECT organization, id FROM fault_rules WHERE organization = $1 AND id = $2';

function* takeMatch(
  { lock }: Dialect,
  organization: number,
  method: string,
  path: string,
): Program<MetFault | undefined> {
  const change = (id: unknown, column: 'met' | 'rolled'): Program<readonly Row[]> =>
    run(`UPDATE fault_rules SET ${column} = ${column} + 1 WHERE organization = $1 AND id = $2`, [
      organization,
      Number(id),
    ]);
  const rules = yield* run(
    `SELECT id, rule, met, rolled FROM fault_rules WHERE organization = $1 ORDER BY id${lock('fault_rules')}`,
    [organization],
  );
  for (const row of rules) {
    const rule = parsed(row['rule']) as FaultRule;
    let hasRolled = false;
    const roll = (): number => {
      hasRolled = true;
      // A stream per draw, so that a draw repeats none of the earlier ones.
      return createRandom(rule.seed ?? 1, Number(row['rolled'])).next();
    };
    const isMatch = matchesRule({ rule, met: Number(row['met']), roll }, method, path);
    if (hasRolled) yield* change(row['id'], 'rolled');
    if (!isMatch) continue;
    yield* change(row['id'], 'met');
    return { ruleId: Number(row['id']), effect: rule.effect };
  }
  return undefined;
}

export const createFaultRuleStore = ({ change, single }: Programs, dialect: Dialect) => {
  const { nextRules, now } = dialect;
  const announceSql = `
    INSERT INTO held_replies (organization, rule, id, seen)
    SELECT organization, id, $3, ${now} FROM (${ruleSql}) AS found WHERE true
    ON CONFLICT (organization, rule, id) DO UPDATE SET seen = excluded.seen RETURNING id`;
  /** Returns false after the rule was removed. Keeps the response held while the store is unavailable. */
  const poll = async (organization: number, ruleId: number, holder: string, says: boolean): Promise<boolean> => {
    try {
      return await single(() =>
        says ? hasRows(announceSql, [organization, ruleId, holder]) : hasRows(ruleSql, [organization, ruleId]),
      );
    } catch (error) {
      if (isUnavailable(error)) return true;
      throw error;
    }
  };
  /** Ignores errors, because the row of a hold expires after `countsForMs`. */
  const forget = async (holder: string): Promise<void> => {
    const sql = `DELETE FROM held_replies WHERE id = $1 OR seen < ${now} - ${countsForMs}`;
    await single(() => run(sql, [holder])).catch(() => []);
  };
  return {
    /** Whether no organization has a rule. */
    isEmpty: async (): Promise<boolean> => !(await single(() => hasRows(anyRule))),
    ...bindPrograms(change, {
      *add(organization: number, rules: readonly FaultRule[]): Program<void> {
        const counter = yield* first(nextRules, [organization, rules.length]);
        const firstId = Number(counter?.['last_rule']) - rules.length + 1;
        for (const [index, rule] of rules.entries())
          yield* insert('fault_rules', { organization, id: firstId + index, rule: JSON.stringify(rule) });
      },
      /** Returns the rules in the order in which they apply. */
      *list(organization: number): Program<readonly ActiveRule[]> {
        const rows = yield* run(
          `SELECT id, rule, met, (
             SELECT count(*) FROM held_replies
             WHERE held_replies.organization = $1 AND held_replies.rule = fault_rules.id AND seen > ${now} - ${countsForMs}
           ) AS waiting
           FROM fault_rules WHERE organization = $1 ORDER BY id`,
          [organization],
        );
        return rows.map(({ id, rule, met, waiting }) => ({
          id: Number(id),
          ...(parsed(rule) as FaultRule),
          met: Number(met),
          held: Number(waiting),
        }));
      },
      /** Deletes a rule and releases its held responses. Returns false if the rule doesn't exist. */
      remove: (organization: number, id: number) =>
        hasRows('DELETE FROM fault_rules WHERE organization = $1 AND id = $2 RETURNING id', [organization, id]),
      /** Deletes all rules of the organization and releases their held responses. */
      *clear(organization: number): Program<void> {
        yield* run('DELETE FROM fault_rules WHERE organization = $1', [organization]);
      },
      /** Counts a request for the first rule that matches it, and returns its effect. Undefined if none matches. */
      takeMatch: takeMatch.bind(undefined, dialect),
    }),
    /** Holds a response until the rule is deleted or the connection closes. */
    hold: async (organization: number, ruleId: number, deleted: Promise<unknown>): Promise<void> => {
      const end = new AbortController();
      void deleted.then(
        () => end.abort(),
        () => end.abort(),
      );
      const holder = randomUUID();
      for (let waitedMs = 0; !end.signal.aborted; waitedMs += pollEveryMs) {
        if (!(await poll(organization, ruleId, holder, waitedMs % announceEveryMs === 0))) break;
        await wait(pollEveryMs, undefined, { signal: end.signal }).catch(() => {});
      }
      await forget(holder);
    },
  };
};

export type FaultRuleStore = ReturnType<typeof createFaultRuleStore>;

/** `times` is the number of remaining uses. */
interface NextScenario {
  readonly next: ScenarioName;
  readonly times: number;
}

/** Scenarios for the organizations' next migrations. Opening a modal uses up one. */
export const createNextScenarioStore = ({ single }: Programs) =>
  bindPrograms(single, {
    *read(organization: number): Program<NextScenario | undefined> {
      const sql = 'SELECT next, times FROM next_scenarios WHERE organization = $1 AND times > 0';
      return (yield* first(sql, [organization])) as NextScenario | undefined;
    },
    *set(organization: number, { next, times }: NextScenario): Program<void> {
      yield* insert(
        'next_scenarios',
        { organization, next, times },
        'ON CONFLICT (organization) DO UPDATE SET next = excluded.next, times = excluded.times',
      );
    },
    *clear(organization: number): Program<void> {
      yield* run('DELETE FROM next_scenarios WHERE organization = $1', [organization]);
    },
  });

import type { FaultRule } from '#shared/service-control/control-state.ts';
import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';
import { createRandom } from '../../seed/random.ts';
import { type FaultRuleStore, matchesRule, type NextScenario, type NextScenarioStore } from '../control-store.ts';

interface StoredRule {
  readonly id: number;
  readonly rule: FaultRule;
  met: number;
  readonly roll: () => number;
  readonly waiters: Set<() => void>;
}

interface OrganizationRules {
  lastId: number;
  rules: readonly StoredRule[];
}

const release = ({ waiters }: StoredRule): void => {
  for (const resume of waiters) resume();
};

/** Fault rules of a data folder, in memory. Only one process serves a folder, so no other process needs them. */
export const createMemoryFaultRules = (): FaultRuleStore => {
  const rulesOf = new Map<number, OrganizationRules>();
  const rulesFor = (organization: number): OrganizationRules => {
    const ownRules = rulesOf.get(organization) ?? { lastId: 0, rules: [] };
    rulesOf.set(organization, ownRules);
    return ownRules;
  };
  return {
    isEmpty: async () => [...rulesOf.values()].every(({ rules }) => rules.length === 0),
    add: async (organization, added) => {
      const ownRules = rulesFor(organization);
      ownRules.rules = [
        ...ownRules.rules,
        ...added.map((rule) => {
          ownRules.lastId += 1;
          return {
            id: ownRules.lastId,
            rule,
            met: 0,
            roll: createRandom(rule.seed ?? 1).next,
            waiters: new Set<() => void>(),
          };
        }),
      ];
    },
    list: async (organization) =>
      rulesFor(organization).rules.map(({ id, rule, met, waiters }) => ({ id, ...rule, met, held: waiters.size })),
    remove: async (organization, id) => {
      const ownRules = rulesFor(organization);
      const foundRule = ownRules.rules.find((rule) => rule.id === id);
      if (foundRule === undefined) return false;
      ownRules.rules = ownRules.rules.filter((rule) => rule !== foundRule);
      release(foundRule);
      return true;
    },
    clear: async (organization) => {
      const ownRules = rulesFor(organization);
      const clearedRules = ownRules.rules;
      ownRules.rules = [];
      for (const rule of clearedRules) release(rule);
    },
    takeMatch: async (organization, method, path) => {
      const foundRule = rulesFor(organization).rules.find((rule) => matchesRule(rule, method, path));
      if (foundRule === undefined) return undefined;
      foundRule.met++;
      return { ruleId: foundRule.id, effect: foundRule.rule.effect };
    },
    hold: async (organization, ruleId, deleted) => {
      const ruleWaiters = rulesFor(organization).rules.find(({ id }) => id === ruleId)?.waiters;
      if (ruleWaiters === undefined) return;
      const { promise: released, resolve: resume } = Promise.withResolvers<void>();
      ruleWaiters.add(resume);
      await Promise.race([released, deleted]);
      ruleWaiters.delete(resume);
    },
  };
};

interface MemoryNextScenario extends NextScenarioStore {
  /** Consumes the scenario for a new migration. Not transactional, so call it in the migration's transaction. */
  take(organization: number): ScenarioName | undefined;
}

export const createMemoryNextScenario = (): MemoryNextScenario => {
  const nextScenarios = new Map<number, NextScenario>();
  return {
    read: async (organization) => nextScenarios.get(organization),
    set: async (organization, scenario) => void nextScenarios.set(organization, scenario),
    clear: async (organization) => void nextScenarios.delete(organization),
    take: (organization) => {
      const scenario = nextScenarios.get(organization);
      if (scenario === undefined) return undefined;
      if (scenario.times > 1) nextScenarios.set(organization, { ...scenario, times: scenario.times - 1 });
      else nextScenarios.delete(organization);
      return scenario.next;
    },
  };
};

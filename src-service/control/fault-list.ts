import type { ActiveRule } from '#shared/service-control/control-state.ts';
import type { FaultEffect, FaultRule } from '#shared/service-control/fault-rule.ts';
import { createRandom } from '../seed/random.ts';

/** The fault that a request has met. */
export interface MetFault {
  readonly ruleId: number;
  readonly effect: FaultEffect;
}

/** The rules in force. They live in memory and end with the process, as what they disturb is this process. */
export interface FaultList {
  add(rules: readonly FaultRule[]): void;
  list(): readonly ActiveRule[];
  /** Takes one rule away and lets its held replies go on; false when there is none of this id. */
  remove(id: number): boolean;
  /** Takes every rule away and lets held replies go on. */
  clear(): void;
  /** The first rule that meets this request, counted. */
  meet(method: string, path: string): MetFault | undefined;
  /** Holds a reply of this rule: resolves when the rule is taken away or `gone` does. */
  hold(ruleId: number, gone: Promise<unknown>): Promise<void>;
}

interface KeptRule {
  readonly id: number;
  readonly rule: FaultRule;
  met: number;
  readonly chance: () => number;
  readonly held: Set<() => void>;
}

/** A preflight is the browser's own question and no call of a flow: only a rule that names OPTIONS meets it. */
const matches = ({ match }: FaultRule, method: string, path: string): boolean => {
  if (match.method === undefined ? method === 'OPTIONS' : match.method.toUpperCase() !== method) return false;
  if (match.path === undefined) return true;
  return match.path.endsWith('*') ? path.startsWith(match.path.slice(0, -1)) : path === match.path;
};

const release = ({ held }: KeptRule): void => {
  for (const resume of held) resume();
};

export const createFaultList = (): FaultList => {
  let rules: KeptRule[] = [];
  let lastId = 0;
  return {
    add: (added) => {
      for (const rule of added) {
        const random = createRandom(rule.seed ?? 1);
        lastId += 1;
        rules.push({ id: lastId, rule, met: 0, chance: () => random.next() * 100, held: new Set() });
      }
    },
    list: () => rules.map(({ id, rule, met, held }) => ({ id, ...rule, met, held: held.size })),
    remove: (id) => {
      const found = rules.find((kept) => kept.id === id);
      if (found === undefined) return false;
      rules = rules.filter((kept) => kept !== found);
      release(found);
      return true;
    },
    clear: () => {
      const all = rules;
      rules = [];
      for (const kept of all) release(kept);
    },
    meet: (method, path) => {
      for (const kept of rules) {
        const { id, rule, met, chance } = kept;
        if (!matches(rule, method, path) || met >= (rule.times ?? Infinity)) continue;
        if (rule.percent !== undefined && chance() >= rule.percent) continue;
        kept.met++;
        return { ruleId: id, effect: rule.effect };
      }
      return undefined;
    },
    hold: async (ruleId, gone) => {
      const held = rules.find(({ id }) => id === ruleId)?.held;
      if (held === undefined) return;
      let resume = (): void => {};
      const released = new Promise<void>((resolve) => {
        resume = resolve;
      });
      held.add(resume);
      await Promise.race([released, gone]);
      held.delete(resume);
    },
  };
};

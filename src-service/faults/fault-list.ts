import { createRandom } from '../seed/random.ts';
import type { FaultEffect, FaultRule } from './fault-rule.ts';

export interface ActiveRule extends FaultRule {
  /** Requests that it has met. */
  readonly met: number;
}

/** The rules in force. They live in memory and end with the process, as what they disturb is this process. */
export interface FaultList {
  add(rules: readonly FaultRule[]): void;
  list(): readonly ActiveRule[];
  /** Takes every rule away and lets stalled replies go on. */
  clear(): void;
  /** The effect of the first rule that meets this request, counted. */
  meet(method: string, path: string): FaultEffect | undefined;
  /** Resolves when the rules are next cleared. */
  cleared(): Promise<void>;
}

const matches = ({ match }: FaultRule, method: string, path: string): boolean => {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match.path === undefined) return true;
  return match.path.endsWith('*') ? path.startsWith(match.path.slice(0, -1)) : path === match.path;
};

export const createFaultList = (): FaultList => {
  let rules: { rule: FaultRule; met: number; chance: () => number }[] = [];
  let stalled: (() => void)[] = [];
  return {
    add: (added) => {
      for (const rule of added) {
        const random = createRandom(rule.seed ?? 1);
        rules.push({ rule, met: 0, chance: () => random.next() * 100 });
      }
    },
    list: () => rules.map(({ rule, met }) => ({ ...rule, met })),
    clear: () => {
      rules = [];
      const waiting = stalled;
      stalled = [];
      for (const resume of waiting) resume();
    },
    meet: (method, path) => {
      for (const active of rules) {
        const { rule, met, chance } = active;
        if (!matches(rule, method, path) || met >= (rule.times ?? Infinity)) continue;
        if (rule.percent !== undefined && chance() >= rule.percent) continue;
        active.met++;
        return rule.effect;
      }
      return undefined;
    },
    cleared: () => new Promise((resolve) => stalled.push(resolve)),
  };
};

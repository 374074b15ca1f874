import { featuresPath } from '#shared/service-features.ts';
import { listEvents } from '#shared/webhooks-api/events.ts';
import type { ActiveRule, FaultEffect, FaultRule } from '#shared/service-control/control-state.ts';
import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';

export interface MetFault {
  readonly ruleId: number;
  readonly effect: FaultEffect;
}

export interface FaultRuleStore {
  /** Whether no organization has a rule. */
  isEmpty(): Promise<boolean>;
  add(organization: number, rules: readonly FaultRule[]): Promise<void>;
  /** Returns the rules in the order in which they apply. */
  list(organization: number): Promise<readonly ActiveRule[]>;
  /** Deletes a rule and releases its held responses. Returns false if the rule doesn't exist. */
  remove(organization: number, id: number): Promise<boolean>;
  /** Deletes all rules of the organization and releases their held responses. */
  clear(organization: number): Promise<void>;
  /** Counts a request for the first rule that matches it, and returns its effect. Undefined if none matches. */
  takeMatch(organization: number, method: string, path: string): Promise<MetFault | undefined>;
  /** Holds a response until the rule is deleted or the connection closes. */
  hold(organization: number, ruleId: number, deleted: Promise<unknown>): Promise<void>;
}

interface CountedRule {
  readonly rule: FaultRule;
  readonly met: number;
  /** Next number of the rule's random stream, in [0, 1). */
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
export const matchesRule = ({ rule, met, roll }: CountedRule, method: string, path: string): boolean =>
  matches(rule, method, path) &&
  met < (rule.times ?? Infinity) &&
  (rule.percent === undefined || roll() * 100 < rule.percent);

/** `times` is the number of remaining uses. */
export interface NextScenario {
  readonly next: ScenarioName;
  readonly times: number;
}

/** Scenarios for the organizations' next migrations. Opening a modal uses up one. */
export interface NextScenarioStore {
  read(organization: number): Promise<NextScenario | undefined>;
  set(organization: number, scenario: NextScenario): Promise<void>;
  clear(organization: number): Promise<void>;
}

import type { ScenarioName } from '../migration-engine/scenarios.ts';

/** A scenario that the control endpoints have set for the next migrations; in memory, like all of control. */
export interface NextScenario {
  peek(): ScenarioName | undefined;
  /** Counts one migration that took it. */
  take(): void;
  set(scenario: ScenarioName, times: number): void;
  clear(): void;
}

export const createNextScenario = (): NextScenario => {
  let wanted: { scenario: ScenarioName; times: number } | undefined;
  return {
    peek: () => wanted?.scenario,
    take: () => {
      if (wanted !== undefined && --wanted.times <= 0) wanted = undefined;
    },
    set: (scenario, times) => {
      wanted = { scenario, times };
    },
    clear: () => {
      wanted = undefined;
    },
  };
};

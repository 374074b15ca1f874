import type { ScenarioName } from '#shared/service-control/scenario-names.ts';

/** What was set, and how many migrations it still stands for. */
interface WantedScenario {
  readonly next: ScenarioName;
  readonly times: number;
}

/** A scenario that the control endpoints have set for the next migrations; in memory, like the faults. */
export interface NextScenario {
  peek(): ScenarioName | undefined;
  read(): WantedScenario | undefined;
  /** Counts one migration that took it. */
  take(): void;
  set(scenario: ScenarioName, times: number): void;
  clear(): void;
}

export const createNextScenario = (): NextScenario => {
  let wanted: WantedScenario | undefined;
  return {
    peek: () => wanted?.next,
    read: () => wanted,
    take: () => {
      if (wanted !== undefined) wanted = wanted.times > 1 ? { ...wanted, times: wanted.times - 1 } : undefined;
    },
    set: (next, times) => {
      wanted = { next, times };
    },
    clear: () => {
      wanted = undefined;
    },
  };
};

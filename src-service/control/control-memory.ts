import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ScenarioName } from '#shared/service-control/scenario-names.ts';
import type { Clock } from '../clock.ts';
import type { FaultList } from './fault-list.ts';
import type { KeyCaller, SessionKey } from '../http/callers.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';

/** What control has set in the memory of this process, apart for each organization. */
export interface PerOrganization<Value> {
  of(organization: number): Value;
  /** What was made so far. */
  all(): Iterable<Value>;
}

/** Makes the value of an organization when it is first asked for. */
export const perOrganization = <Value>(create: () => Value): PerOrganization<Value> => {
  const made = new Map<number, Value>();
  return {
    of: (organization) => {
      const value = made.get(organization) ?? create();
      made.set(organization, value);
      return value;
    },
    all: () => made.values(),
  };
};

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

export interface ControlOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly faults: PerOrganization<FaultList>;
  readonly scenarios: PerOrganization<NextScenario>;
  readonly checkKey: (authorization: string | undefined) => Promise<KeyCaller | Refusal>;
  readonly sessionKey: SessionKey | undefined;
  /** Moves every migration that is due. */
  readonly moveDue: () => Promise<void>;
}

/** The organization of the key that asks: all that control reads and changes belongs to it. */
export const organizationOf = (request: FastifyRequest): number => (request.caller as KeyCaller).organization;

/** Mounts one group of control endpoints. */
export type MountControl = (app: FastifyInstance, options: ControlOptions) => void;

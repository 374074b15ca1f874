import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { FaultList } from '../faults/fault-list.ts';
import type { KeyCaller } from '../http/callers.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import type { NextScenario } from './next-scenario.ts';

export interface ControlOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly faults: FaultList;
  readonly nextScenario: NextScenario;
  readonly checkKey: (authorization: string | undefined) => Promise<KeyCaller | Refusal>;
  /** Moves every migration that is due. */
  readonly moveDue: () => Promise<void>;
}

/** Mounts one group of control endpoints. */
export type MountControl = (app: FastifyInstance, options: ControlOptions) => void;

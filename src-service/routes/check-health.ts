import type { Clock } from '../clock/clock.ts';
import type { OperationHandlers } from '../http/operation-handlers.ts';
import { serviceVersion } from '../service-version.ts';

export const checkHealth =
  (clock: Clock): OperationHandlers['checkHealth'] =>
  async ({ caller }) => ({
    status: 'ok',
    version: serviceVersion,
    now: new Date(await clock.now(caller.organization)).toISOString(),
  });

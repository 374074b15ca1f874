import { succeed } from '#shared/app-error.ts';
import type { ConsoleEvents } from '../console-events.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import { findEverywhere, type FindEverywherePorts } from './find-everywhere.ts';

export const createEverywhereHandlers = (
  ports: FindEverywherePorts,
  emit: ConsoleEvents['emit'],
): ConsoleHandlers['everywhere'] => ({
  find: async ({ id }, { signal }) =>
    succeed(await findEverywhere(ports, id, signal, (found) => emit('everywhere:found', { id, found }))),
});

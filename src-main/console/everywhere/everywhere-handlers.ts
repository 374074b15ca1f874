import { succeed } from '#shared/app-error.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { findEverywhere } from './find-everywhere.ts';
import { searchEverywhere, type SearchEverywherePorts } from './search-everywhere.ts';

export const createEverywhereHandlers = (topic: SearchEverywherePorts): ConsoleHandlers['everywhere'] => ({
  find: async ({ id }, { signal }) =>
    succeed(await findEverywhere(topic, id, signal, (found) => topic.events.emit('everywhere:found', { id, found }))),
  search: async ({ text }, { signal }) =>
    succeed(
      await searchEverywhere(topic, text, signal, (searched) =>
        topic.events.emit('everywhere:searched', { text, searched }),
      ),
    ),
});

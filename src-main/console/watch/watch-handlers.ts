import { succeed } from '#shared/app-error.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { Watcher } from './watcher.ts';

export const createWatchHandlers = (watcher: Watcher): ConsoleHandlers['watch'] => ({
  list: async () => succeed(watcher.state()),
  add: ({ id }) => watcher.add(id),
  remove: ({ id }) => watcher.remove(id),
});

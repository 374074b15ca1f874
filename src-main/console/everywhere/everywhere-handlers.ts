import { succeed } from '#shared/app-error.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';

export const createEverywhereHandlers = (): ConsoleHandlers['everywhere'] => ({
  find: async () => succeed([]),
});

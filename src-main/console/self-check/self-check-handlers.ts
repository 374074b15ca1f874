import { succeed } from '#shared/app-error.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { SelfCheck } from './self-check.ts';

export const createSelfCheckHandlers = (selfCheck: () => Promise<SelfCheck>): ConsoleHandlers['selfCheck'] => ({
  read: async () => succeed(await selfCheck()),
});

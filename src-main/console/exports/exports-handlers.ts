import { fail, succeed } from '#shared/app-error.ts';
import type { Clock } from '../clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';

export const createExportsHandlers = (clock: Clock): ConsoleHandlers['exports'] => ({
  start: async () => fail('cancelled', clock.now()),
  list: async () => succeed([]),
  cancel: async () => succeed({}),
  reveal: async () => succeed({ shown: false }),
});

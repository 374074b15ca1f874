import { succeed } from '#shared/app-error.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { Exports } from './exports.ts';

export const createExportsHandlers = (exports: Exports): ConsoleHandlers['exports'] => ({
  start: (asked, { signal }) => exports.start(asked, signal),
  list: async () => succeed(exports.list()),
  cancel: async ({ id }) => {
    exports.cancel(id);
    return succeed({});
  },
  reveal: async ({ id }) => succeed({ shown: exports.reveal(id) }),
});

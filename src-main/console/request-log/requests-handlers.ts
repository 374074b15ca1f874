import { succeed } from '#shared/app-error.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { RequestLog } from './request-log.ts';
import { toCurl } from './to-curl.ts';

export const createRequestsHandlers = (log: RequestLog): ConsoleHandlers['requests'] => ({
  list: async () => succeed({ lines: log.lines(), paused: log.isPaused() }),
  get: async ({ id }) => succeed(log.get(id)),
  clear: async () => {
    log.clear();
    return succeed({});
  },
  pause: async ({ paused }) => {
    log.pause(paused);
    return succeed({ paused });
  },
  curl: async ({ id }) => {
    const entry = log.get(id);
    return succeed(entry && { command: toCurl(entry) });
  },
  drift: async () => succeed(log.driftReport()),
});

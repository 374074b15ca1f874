import { succeed } from '#shared/app-error.ts';
import type { ConsoleEvents } from '../events/console-events.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import { createRequestLog } from './request-log.ts';
import { toCurl } from './to-curl.ts';

interface RequestLogTopicPorts {
  readonly ports: Pick<ConsolePorts, 'redactor' | 'log'>;
  readonly events: ConsoleEvents;
}

export function createRequestLogTopic({ ports, events }: RequestLogTopicPorts) {
  const log = createRequestLog(
    ports.redactor,
    (change) => events.emit('requests:changed', change),
    (error) => ports.log.error("couldn't log a request", error),
  );
  return {
    ...log,
    handlers: {
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
    } satisfies ConsoleHandlers['requests'],
  };
}

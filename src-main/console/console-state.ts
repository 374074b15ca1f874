import { andThen, mapOutcome, succeed } from '#shared/app-error.ts';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { BulkWork } from './api-client/attempt-record.ts';
import type { BaseTopics } from './base-topics/base-topics.ts';
import type { ConsoleHandlers } from './calls/console-handlers.ts';

export function createConsoleState(base: BaseTopics): ConsoleHandlers['console'] {
  const { ports, settings, profiles, connection, api, events } = base;
  const current = (): ConsoleState => {
    const { id, name, environment, baseURL, colour, builtIn, key, readOnly, ticketTemplate } = profiles.view();
    return {
      host: ports.host,
      version: ports.version,
      profile: { id, name, environment, baseURL, colour, builtIn, key, readOnly, ticketTemplate },
      readOnly: readOnly || settings.managed.readOnly,
      settingsNotice: settings.notice(),
      crash: ports.crashReports.offer(),
      connection: connection.current(),
    };
  };
  /** One item of bulk work per outage, so that the request log shows all its health checks as one line. */
  let healthChecks: BulkWork | null = null;
  connection.onChange(() => {
    if (connection.current().state !== 'offline') healthChecks = null;
  });
  for (const { onChange } of [connection, profiles, settings]) {
    onChange(() => events.emit('console:state-changed', current()));
  }
  return {
    state: async () => succeed(current()),
    askAgain: (_args, { signal }) => {
      healthChecks ??= { label: 'Health check' };
      const bulk = healthChecks;
      return mapOutcome(
        andThen(profiles.access(), (access) => api.checkHealth(access, signal, bulk)),
        () => ({}),
      );
    },
  };
}

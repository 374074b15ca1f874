import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { type Access, createApiClient } from './api-client/api-client.ts';
import { createCompaniesHandlers } from './companies/companies-handlers.ts';
import { createCompanyDirectory } from './companies/company-directory.ts';
import { createConnection } from './connection/connection.ts';
import { type CallDispatcher, createDispatcher } from './call-dispatcher.ts';
import { createConsoleEvents, type ConsoleEvents } from './console-events.ts';
import type { ConsoleHandlers } from './console-handlers.ts';
import type { ConsolePorts } from './console-ports.ts';
import { createMigrationsHandlers } from './migrations/migrations-handlers.ts';
import { createDiagnosticsHandlers } from './diagnostics/diagnostics-handlers.ts';
import { createRequestLog } from './request-log/request-log.ts';
import { createRequestsHandlers } from './request-log/requests-handlers.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { createSelfCheckHandlers } from './self-check/self-check-handlers.ts';
import { runSelfCheck } from './self-check/self-check.ts';

/** The trusted half of Ferry Console, without a host: a handler for every call of the contract, and its events. */
export interface Console {
  readonly dispatch: CallDispatcher;
  readonly listen: ConsoleEvents['listen'];
  /** For what the host's own menus and links ask of the page. */
  readonly emit: ConsoleEvents['emit'];
  /** Ends what the console started, and waits for it. */
  readonly close: () => Promise<void>;
}

export function createConsole(ports: ConsolePorts): Console {
  const { clock } = ports;
  const closing = new AbortController();
  const events = createConsoleEvents();
  const emitState = () => events.emit('console:state-changed', state());
  const connection = createConnection(clock, emitState);
  const sandbox = createSandbox({
    userDataDir: ports.userDataDir,
    clock,
    launch: ports.launchService,
    log: ports.log,
    onChange: (change) => {
      if (change === 'starting') connection.starting();
      if (change === 'ready') void directory.fill(closing.signal);
      if (change === 'stopped')
        connection.onCallEnd({ baseURL: '', outcome: 'offline', answered: false, durationMs: 0 });
    },
  });
  const access = async (): Promise<Outcome<Access>> => {
    if (closing.signal.aborted) return fail('cancelled', clock.now());
    const endpoint = await sandbox.endpoint();
    if (endpoint.ok) ports.redactor.learn(endpoint.value.apiKey);
    return endpoint.ok
      ? succeed({
          baseURL: endpoint.value.url,
          apiKey: endpoint.value.apiKey,
          companiesPageSizeParameter: 'page_size',
        })
      : endpoint;
  };
  const state = (): ConsoleState => ({
    host: ports.host,
    version: ports.version,
    profile: { id: 'sandbox', name: 'Sandbox', environment: 'sandbox', baseURL: sandbox.url() },
    connection: connection.current(),
  });
  const requestLog = createRequestLog(ports.redactor, (change) => events.emit('requests:changed', change));
  const api = createApiClient({
    clock,
    transport: ports.transport,
    version: ports.version,
    access,
    onEnd: connection.onCallEnd,
    record: requestLog.record,
  });
  const directory = createCompanyDirectory(api, (known) => events.emit('companies:directory-changed', { known }));
  const selfCheck = () => runSelfCheck({ ports, serviceURL: sandbox.url, keychain: async () => [] });
  const handlers: ConsoleHandlers = {
    console: { state: async () => succeed(state()) },
    migrations: createMigrationsHandlers(api, clock),
    companies: createCompaniesHandlers(api, directory, clock),
    requests: createRequestsHandlers(requestLog),
    diagnostics: createDiagnosticsHandlers(ports, selfCheck),
    selfCheck: createSelfCheckHandlers(selfCheck),
  };
  // The service starts while the window opens: the first row waits for the slower of the two, not for both.
  void sandbox.endpoint();
  return {
    dispatch: createDispatcher(handlers, ports),
    listen: events.listen,
    emit: events.emit,
    close: async () => {
      closing.abort();
      await sandbox.close();
    },
  };
}

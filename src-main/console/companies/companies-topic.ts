import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { Connection } from '../connection/connection.ts';
import type { ConsoleEvents } from '../console-events.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createCompaniesHandlers } from './companies-handlers.ts';
import { type CompanyDirectory, createCompanyDirectory } from './company-directory.ts';

/** The companies of the active profile, with the directory of their names. */
export interface CompaniesTopic {
  readonly directory: CompanyDirectory;
  readonly handlers: ConsoleHandlers['companies'];
}

interface CompaniesTopicPorts {
  readonly clock: Clock;
  readonly sandbox: Pick<Sandbox, 'onChange'>;
  readonly profiles: Pick<Profiles, 'active' | 'activeId'>;
  readonly api: ApiClient;
  readonly connection: Pick<Connection, 'onSuccess'>;
  readonly data: DataProcess;
  readonly loadedRows: LoadedRows;
  readonly events: ConsoleEvents;
}

export function createCompaniesTopic(topic: CompaniesTopicPorts): CompaniesTopic {
  const { clock, sandbox, profiles, api, connection, data, loadedRows, events } = topic;
  const directory = createCompanyDirectory({ api, data }, profiles.activeId, (known) =>
    events.emit('companies:directory-changed', { known }),
  );
  // Filled while it costs nobody a wait: as soon as the service is known to answer.
  const fill = () => void directory.fill(profiles.active.signal());
  connection.onSuccess(fill);
  sandbox.onChange((change) => {
    if (change === 'ready' && profiles.active.profile().builtIn) fill();
  });
  return { directory, handlers: createCompaniesHandlers(api, directory, clock, loadedRows) };
}

import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { makeTemplate } from './test-data.ts';

let server: PostgresServer | undefined;

/** Vitest calls it before a project's first test: one PostgreSQL for the whole run. Tests make databases of their own in it. */
export const setup = async (): Promise<void> => {
  server = await startPostgres();
  process.env['FERRY_TEST_POSTGRES'] = server.url;
  process.env['FERRY_TEST_TEMPLATE'] = await makeTemplate();
};

/** Vitest calls it after the last one. */
export const teardown = async (): Promise<void> => server?.remove();

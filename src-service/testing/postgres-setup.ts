import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { makeTemplate } from './test-data.ts';

let server: PostgresServer | undefined;

/** Vitest runs this first. One PostgreSQL serves the whole run; tests create their own databases. */
export const setup = async (): Promise<void> => {
  server = await startPostgres();
  process.env['FERRY_TEST_POSTGRES'] = server.url;
  process.env['FERRY_TEST_TEMPLATE'] = await makeTemplate();
};

export const teardown = async (): Promise<void> => server?.remove();

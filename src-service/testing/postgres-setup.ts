import { startPostgres } from './postgres-server.ts';

/**
 * Vitest calls it before a project's first test, and what it gives back after the last: one PostgreSQL for the whole run.
 * Tests make databases of their own in it.
 */
export default async function startForTests(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env['FERRY_TEST_POSTGRES'] = server.url;
  return () => server.remove();
}

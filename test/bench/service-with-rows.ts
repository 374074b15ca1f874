import { builtProgram } from './build-snapshot.ts';
import { type MeasuredServer, startMeasured } from './measured-process.ts';
import { millionRows, rowCount } from './million-rows.ts';
import { postgresRows } from './postgres-rows.ts';

/**
 * Starts the built service on a million rows, with a valid key. With PostgreSQL, its CPU time includes the database's.
 */
export async function startServiceWithRows(
  say: (line: string) => void,
  store: 'PostgreSQL' | 'SQLite',
): Promise<{ readonly server: MeasuredServer; readonly headers: Readonly<Record<string, string>> }> {
  const program = builtProgram('service', 'main.mjs');
  if (store === 'SQLite') {
    const { folder, apiKey } = await millionRows(say);
    const server = await startMeasured(program, ['--data', folder, '--log-level', 'warn']);
    return { server, headers: { Authorization: `Bearer ${apiKey}` } };
  }
  const { url, apiKey, cpuMicroseconds } = await postgresRows(say);
  const server = await startMeasured(program, ['--database-url', url, '--log-level', 'error']);
  const usage = async () => ({ cpuMicroseconds: (await server.usage()).cpuMicroseconds + cpuMicroseconds() });
  return { server: { ...server, usage }, headers: { Authorization: `Bearer ${apiKey}` } };
}

export const pagePath = (page: number, pageSize: number): string =>
  `/api/v1/migrations?page=${page}&page_size=${pageSize}`;

/** Returns `count` pages spread evenly over the table, including the first and the last. */
export function spreadPages(pageSize: number, count: number): string[] {
  const last = Math.ceil(rowCount / pageSize);
  return Array.from({ length: count }, (_, index) =>
    pagePath(1 + Math.round((index * (last - 1)) / (count - 1)), pageSize),
  );
}

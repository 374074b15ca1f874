import { builtProgram } from './build-snapshot.ts';
import { type MeasuredServer, startMeasured } from './measured-process.ts';
import { millionRows, rowCount } from './million-rows.ts';
import { postgresRows } from './postgres-rows.ts';

interface ServiceWithRows {
  readonly server: MeasuredServer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The measured stores; PostgreSQL runs on Linux only. */
export const stores = process.platform === 'linux' ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const);

/**
 * Starts the built service on its million rows, with a valid key. With PostgreSQL, its CPU time includes the
 * database's.
 */
export async function startServiceWithRows(
  say: (line: string) => void,
  store: (typeof stores)[number] = 'SQLite',
): Promise<ServiceWithRows> {
  const program = builtProgram('service', 'main.mjs');
  if (store === 'SQLite') {
    const { folder, apiKey } = await millionRows(say);
    const server = await startMeasured(program, ['--data', folder, '--log-level', 'warn']);
    return { server, headers: { Authorization: `Bearer ${apiKey}` } };
  }
  const { url, apiKey, cpuMicroseconds } = await postgresRows(say);
  const server = await startMeasured(program, ['--database-url', url, '--log-level', 'error']);
  const usage: MeasuredServer['usage'] = async (ask) => {
    const own = await server.usage(ask);
    return { ...own, cpuMicroseconds: own.cpuMicroseconds + cpuMicroseconds() };
  };
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

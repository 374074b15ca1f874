import { type MeasuredServer, startMeasured } from './measured-process.ts';
import { millionRows, rowCount } from './million-rows.ts';
import { builtProgram } from './build-snapshot.ts';

interface ServiceWithRows {
  readonly server: MeasuredServer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The built service on its million rows, with a key that the store checks. */
export async function startServiceWithRows(say: (line: string) => void): Promise<ServiceWithRows> {
  const { folder, apiKey } = await millionRows(say);
  const server = await startMeasured(builtProgram('service', 'main.mjs'), ['--data', folder, '--log-level', 'warn']);
  return { server, headers: { Authorization: `Bearer ${apiKey}` } };
}

/** The path of one page of the migrations. */
export const pagePath = (page: number, pageSize: number): string =>
  `/api/v1/migrations?page=${page}&page_size=${pageSize}`;

/** `count` pages that lie evenly over the whole table, the first and the last among them. */
export function spreadPages(pageSize: number, count: number): string[] {
  const last = Math.ceil(rowCount / pageSize);
  return Array.from({ length: count }, (_, index) =>
    pagePath(1 + Math.round((index * (last - 1)) / (count - 1)), pageSize),
  );
}

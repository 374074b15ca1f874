import { readdirSync, readFileSync } from 'node:fs';
import { type PostgresServer, startPostgres } from '#service/testing/postgres-server.ts';
import { makeDatabase, runSql } from '#service/testing/test-data.ts';
import { builtProgram } from './build-snapshot.ts';
import { startMeasured } from './measured-process.ts';
import { rowCount } from './million-rows.ts';

/** A database with a million migrations, and a key for the service on it. */
interface PostgresRows {
  readonly url: string;
  readonly apiKey: string;
  /** CPU time of all the server's processes since its start, in microseconds. */
  cpuMicroseconds(): number;
}

/** Linux reports CPU time in ticks of 10 ms. */
const microsecondsPerTick = 10_000;

/** Fields of /proc/PID/stat after the program's name, which may contain spaces. */
const readProcessStat = (pid: string): string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};

/** CPU time of all processes of a PostgreSQL since its start, in microseconds. `server` is its main process. */
const cpuOfPostgres = (server: number): number => {
  const ticks = (fields: readonly string[], from: number, to: number): number =>
    fields.slice(from, to).reduce((sum, field) => sum + Number(field), 0);
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && readProcessStat(name)[1] === String(server));
  // The server itself and its exited children.
  const ended = ticks(readProcessStat(String(server)), 11, 15);
  return (ended + own.reduce((sum, pid) => sum + ticks(readProcessStat(pid), 11, 13), 0)) * microsecondsPerTick;
};

const seed = async (say: (line: string) => void, server: PostgresServer): Promise<PostgresRows> => {
  say(`Seeding ${rowCount.toLocaleString('en')} migrations into a separate PostgreSQL for this run.`);
  const url = await makeDatabase(server.url);
  const flags = ['--database-url', url, '--migrations', String(rowCount), '--log-level', 'error'];
  const service = await startMeasured(builtProgram('service', 'main.mjs'), flags);
  const { apiKey } = service.ready as { apiKey: string };
  await service.stop();
  await runSql(url, 'VACUUM ANALYZE');
  return { url, apiKey, cpuMicroseconds: () => cpuOfPostgres(server.pid()) };
};

let started: { readonly server: Promise<PostgresServer>; readonly rows: Promise<PostgresRows> } | undefined;

/** The database of this run, created on first use. */
export const postgresRows = (say: (line: string) => void): Promise<PostgresRows> => {
  if (started === undefined) {
    const server = startPostgres();
    started = { server, rows: server.then((one) => seed(say, one)) };
  }
  return started.rows;
};

/** Stops the database and deletes its data. */
export const removePostgresRows = async (): Promise<void> => (await started?.server)?.remove();

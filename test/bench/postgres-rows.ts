import { readdirSync, readFileSync } from 'node:fs';
import { type PostgresServer, startPostgres } from '#service/testing/postgres-server.ts';
import { makeDatabase, runSql } from '#service/testing/test-data.ts';
import { builtProgram } from './build-snapshot.ts';
import { startMeasured } from './measured-process.ts';
import { rowCount } from './million-rows.ts';

/** A database with a million migrations, and a key of it. */
interface PostgresRows {
  readonly url: string;
  readonly apiKey: string;
  /** CPU that the server has used since its start: all its processes, in microseconds. */
  cpuMicroseconds(): number;
}

/** Linux counts in hundredths of a second. */
const microsecondsPerTick = 10_000;

/** Fields of /proc/PID/stat behind the name of the program, which may hold blanks. */
const statOf = (pid: string): string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};

/** CPU that a PostgreSQL has used since its start, by the id of its first process: all its processes, in microseconds. */
const cpuOfPostgres = (server: number): number => {
  const ticks = (fields: readonly string[], from: number, to: number): number =>
    fields.slice(from, to).reduce((sum, field) => sum + Number(field), 0);
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)[1] === String(server));
  // The server itself, and what it counts for those of its processes that have ended.
  const ended = ticks(statOf(String(server)), 11, 15);
  return (ended + own.reduce((sum, pid) => sum + ticks(statOf(pid), 11, 13), 0)) * microsecondsPerTick;
};

const seed = async (say: (line: string) => void, server: PostgresServer): Promise<PostgresRows> => {
  say(`Seeding ${rowCount.toLocaleString('en')} migrations into a PostgreSQL of its own, for this run.`);
  const url = await makeDatabase(server.url);
  const flags = ['--database-url', url, '--migrations', String(rowCount), '--log-level', 'error'];
  const service = await startMeasured(builtProgram('service', 'main.mjs'), flags);
  const { apiKey } = service.ready as { apiKey: string };
  await service.stop();
  await runSql(url, 'VACUUM ANALYZE');
  return { url, apiKey, cpuMicroseconds: () => cpuOfPostgres(server.pid()) };
};

let started: { readonly server: Promise<PostgresServer>; readonly rows: Promise<PostgresRows> } | undefined;

/** The database of this run; made when it is first asked for. */
export const postgresRows = (say: (line: string) => void): Promise<PostgresRows> => {
  if (started === undefined) {
    const server = startPostgres();
    started = { server, rows: server.then((one) => seed(say, one)) };
  }
  return started.rows;
};

/** Ends it and removes its data. */
export const removePostgresRows = async (): Promise<void> => (await started?.server)?.remove();

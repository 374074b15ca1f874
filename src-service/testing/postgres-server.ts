import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomSecret } from '../store/secrets.ts';
import { makeDataFolder, quickParent } from './data-folder.ts';
import { freePort } from './free-port.ts';

/** A separate PostgreSQL server on loopback. Its data folder is deleted with it. */
export interface PostgresServer {
  readonly port: number;
  pid(): number;
  /** URL with a user that may create databases. Contains the password, which is stored nowhere else. */
  readonly url: string;
  /** Kills the server as a crash would, and restarts it with the same data and port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

interface ServerOptions {
  /** Syncs to disk at each commit, for durability tests. Much slower. */
  readonly isDurable?: boolean;
  /** Creates a standby of this server, named `standby`. */
  readonly standbyOf?: PostgresServer;
}

/** Folder of PostgreSQL's programs: from an environment variable, else the newest version of Debian or Ubuntu. */
export const programFolder = (): string => {
  const configuredFolder = process.env['FERRY_TEST_POSTGRES_PROGRAMS'];
  if (configuredFolder !== undefined) return configuredFolder;
  const versions = '/usr/lib/postgresql';
  const names = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a)) : [];
  const installedFolder = names
    .map((name) => join(versions, name, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
  if (installedFolder === undefined) throw new Error('PostgreSQL is not installed: apt-get install -y postgresql');
  return installedFolder;
};

/** Whether this program is installed. A PostgreSQL from npm has only the server's programs. */
export const hasProgram = (name: 'pg_basebackup' | 'pg_dump'): boolean => existsSync(join(programFolder(), name));

/** PostgreSQL refuses to run as root, so use the user that its package creates. */
const idsOfServer = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

/** Makes the server's user the owner of a test file. */
export const giveToPostgres = (path: string): void => {
  const ids = idsOfServer();
  if (ids !== undefined) chownSync(path, ids.uid, ids.gid);
};

/** Wraps a command in `setpriv` to run as the server's user and end with this process. */
export const asServerUser = (command: readonly string[]): string[] => {
  const ids = idsOfServer();
  const userFlags = ids === undefined ? [] : ['--reuid', String(ids.uid), '--regid', String(ids.gid), '--clear-groups'];
  return [...userFlags, '--pdeathsig', 'QUIT', '--', ...command];
};

/** Resolves when the server accepts connections. Rejects with the server's output if the server exits first. */
const waitUntilReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000);
      if (/database system is ready to accept (?:read-only )?connections/.test(output)) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });

interface DataFolder {
  readonly programs: string;
  readonly folder: string;
  readonly data: string;
  readonly password: string;
}

/** Runs a PostgreSQL program as the server's user. */
const run = ({ programs, folder }: DataFolder, program: string, args: readonly string[], env = {}): void =>
  void execFileSync(join(programs, program), args, {
    ...idsOfServer(),
    stdio: 'ignore',
    cwd: folder,
    env: { ...process.env, ...env },
  });

const makeCluster = (of: DataFolder): void => {
  const passwordFile = join(of.folder, 'password');
  writeFileSync(passwordFile, of.password, { mode: 0o600 });
  giveToPostgres(passwordFile);
  const flags = '-U ferry -A scram-sha-256 -E UTF8 --locale=C --no-sync'.split(' ');
  run(of, 'initdb', ['-D', of.data, ...flags, '--pwfile', passwordFile]);
};

const copyCluster = (of: DataFolder, from: PostgresServer): void => {
  const source = `host=127.0.0.1 port=${from.port} user=ferry application_name=standby`;
  run(of, 'pg_basebackup', ['-D', of.data, '-d', source, '-R', '-X', 'stream', '--no-sync', '-c', 'fast'], {
    PGPASSWORD: of.password,
  });
};

/** Starts a PostgreSQL for tests. On Linux, the server ends with this process, even if this process is killed. */
export const startPostgres = async ({ isDurable = false, standbyOf }: ServerOptions = {}): Promise<PostgresServer> => {
  const folder = makeDataFolder(isDurable ? tmpdir() : quickParent());
  const data = join(folder, 'data');
  const password = standbyOf === undefined ? randomSecret() : new URL(standbyOf.url).password;
  mkdirSync(data, { mode: 0o700 });
  chmodSync(folder, 0o711);
  for (const path of [folder, data]) giveToPostgres(path);
  const cluster = { programs: programFolder(), folder, data, password };
  if (standbyOf === undefined) makeCluster(cluster);
  else copyCluster(cluster, standbyOf);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    max_connections: '200',
    shared_buffers: '32MB',
    ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | undefined;

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const runningServer = server;
    server = undefined;
    if (runningServer === undefined || runningServer.exitCode !== null || runningServer.signalCode !== null) return;
    const exit = once(runningServer, 'exit');
    runningServer.kill(signal);
    await exit;
  };
  const start = async (): Promise<void> => {
    const command = asServerUser([join(cluster.programs, 'postgres'), '-D', data, ...flags]);
    server = spawn('setpriv', command, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    await waitUntilReady(server);
  };
  await start();
  return {
    port,
    pid: () => server?.pid ?? 0,
    url: `postgresql://ferry:${password}@127.0.0.1:${port}/postgres`,
    start,
    // Immediate shutdown: cuts every connection and writes nothing, so the next start recovers from the log.
    kill: () => end('SIGQUIT'),
    remove: async () => {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

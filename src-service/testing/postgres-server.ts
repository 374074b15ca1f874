import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomSecret } from '../secrets.ts';

/** A PostgreSQL of its own, on loopback, with its data in a folder that goes with it. */
export interface PostgresServer {
  readonly port: number;
  /** A user that may make databases. Its password stands in `url` alone. */
  readonly url: string;
  /** Ends the server as a crash would and starts it again on the same data and port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

interface ServerOptions {
  /** Waits for the disk at each commit, as where durability is the subject; much slower. */
  readonly isDurable?: boolean;
}

/** Where Debian and Ubuntu have the programs of PostgreSQL, the newest version first. */
const programFolder = (): string => {
  const versions = '/usr/lib/postgresql';
  const names = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a)) : [];
  const found = names.map((name) => join(versions, name, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error('PostgreSQL is not installed: apt-get install -y postgresql');
  return found;
};

/** PostgreSQL refuses to run as root; its package brings a user for it. */
const idsOfServer = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Resolves when the server takes connections; rejects with its own words where it ends before. */
const isReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000);
      if (output.includes('database system is ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });

/** Starts a PostgreSQL for tests; on Linux it ends with this process, however that ends. */
export const startPostgres = async ({ isDurable = false }: ServerOptions = {}): Promise<PostgresServer> => {
  const programs = programFolder();
  const ids = idsOfServer();
  const folder = mkdtempSync(join(tmpdir(), 'ferry-postgres-'));
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')];
  const password = randomSecret();
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  chmodSync(folder, 0o711);
  if (ids !== undefined) for (const path of [folder, data, passwordFile]) chownSync(path, ids.uid, ids.gid);
  execFileSync(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'ferry',
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      '--pwfile',
      passwordFile,
    ],
    { ...ids, stdio: 'ignore', cwd: folder },
  );
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
    const running = server;
    server = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  };
  const start = async (): Promise<void> => {
    const own = ids === undefined ? [] : ['--reuid', String(ids.uid), '--regid', String(ids.gid), '--clear-groups'];
    const command = [...own, '--pdeathsig', 'QUIT', '--', join(programs, 'postgres'), '-D', data, ...flags];
    server = spawn('setpriv', command, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    await isReady(server);
  };
  await start();
  return {
    port,
    url: `postgresql://ferry:${password}@127.0.0.1:${port}/postgres`,
    start,
    // An immediate shutdown: every connection is cut, nothing is written, and the next start recovers from the log.
    kill: () => end('SIGQUIT'),
    remove: async () => {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

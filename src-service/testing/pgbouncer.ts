import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { asServerUser, giveToPostgres } from './postgres-server.ts';

interface Pooler {
  /** URL of a database through the pooler. */
  urlOf(url: string): string;
  stop(): Promise<void>;
}

/**
 * Starts Debian's PgBouncer in transaction mode with few connections. PgBouncer ends with this process, even if this
 * process is killed.
 * @param ignored connection settings that PgBouncer ignores; it rejects others
 */
export const startPgBouncer = async (url: string, ignored: readonly string[] = []): Promise<Pooler> => {
  const { hostname, port: serverPort, username, password } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'ferry-pgbouncer-'));
  chmodSync(folder, 0o711);
  const port = await freePort();
  const [users, config] = [join(folder, 'users'), join(folder, 'pgbouncer.ini')];
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o600 });
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 4',
    `ignore_startup_parameters = ${['extra_float_digits', ...ignored].join(',')}`,
  ];
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o600 });
  for (const path of [folder, users, config]) giveToPostgres(path);
  const command = asServerUser(['/usr/sbin/pgbouncer', config]);
  const pooler = spawn('setpriv', command, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(pooler, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('process up')) resolve();
    });
    void exit.then(() => reject(new Error(`PgBouncer did not start: ${output}`)));
  });
  return {
    urlOf: (database) => Object.assign(new URL(database), { port: String(port) }).href,
    stop: async () => {
      pooler.kill('SIGQUIT');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

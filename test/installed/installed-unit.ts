import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serviceProduct } from '#build/package/product.ts';

const user = serviceProduct.id;
const idOf = (flag: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));

/** Runs a command as the service's user, without root's groups and capabilities. */
const asServiceUser = (command: readonly string[]): string[] => [
  'setpriv',
  `--reuid=${idOf('-u')}`,
  `--regid=${idOf('-g')}`,
  '--clear-groups',
  '--no-new-privs',
  '--bounding-set=-all',
  '--inh-caps=-all',
  ...command,
];

/** The values of one setting in an installed unit. */
const settings = (unit: string, name: string): string[] =>
  readFileSync(path.join('/usr/lib/systemd/system', unit), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));

/** Reads the variables of the unit's environment file. Supports only the syntax that the tests write. */
const unitVariables = (file: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).replaceAll(/^"|"$/g, '')]),
  );

interface RunningUnit {
  readonly pid: number;
  readonly log: () => string;
  /** Sends the unit's stop signal and resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
}

/**
 * Starts the command of an installed unit with its user and variables, and waits for it to be ready, as systemd does.
 * The unit's confinement settings don't apply here.
 * @param credentials the folder used in place of systemd's credentials folder
 */
export async function startUnit(unit: string, instance = '', credentials = ''): Promise<RunningUnit> {
  const file = `${unit}.service`;
  const variables = unitVariables('/etc/ferry-service/service.env');
  const commandOf = (line: string): string[] =>
    line
      .replaceAll('%i', instance)
      .replaceAll('${CREDENTIALS_DIRECTORY}', credentials)
      .replaceAll('$FERRY_SERVICE_FLAGS', variables['FERRY_SERVICE_FLAGS'] ?? '')
      .split(' ')
      .filter((word) => word !== '');
  const [start = ''] = settings(file, 'ExecStart');
  const [program = '', ...args] = asServiceUser(commandOf(start));
  const child = spawn(program, args, {
    env: { PATH: '/usr/bin:/bin', ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const exit = once(child, 'close');
  const [wait = ''] = settings(file, 'ExecStartPost');
  const [waiter = '', ...waiterArgs] = asServiceUser(commandOf(wait));
  const waiting = spawn(waiter, waiterArgs, {
    env: { PATH: '/usr/bin:/bin', MAINPID: String(child.pid) },
    stdio: 'ignore',
  });
  const isReady = await Promise.race([once(waiting, 'close').then(([code]) => code === 0), exit.then(() => false)]);
  if (!isReady) {
    for (const one of [waiting, child]) one.kill('SIGKILL');
    throw new Error(`${file} did not become ready:\n${log}`);
  }
  return {
    pid: child.pid ?? 0,
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = (await exit) as [number | null];
      return code;
    },
  };
}

/** Runs the installed command until it exits, as the service's user or as root. */
export function runCommand(
  args: readonly string[],
  asRoot = false,
): { code: number | null; out: string; stderr: string } {
  const command = [`/usr/bin/${serviceProduct.id}`, ...args];
  const [program = '', ...rest] = asRoot ? command : asServiceUser(command);
  const { status, stdout, stderr } = spawnSync(program, rest, {
    encoding: 'utf8',
    timeout: 30_000,
    env: { PATH: '/usr/bin:/bin' },
  });
  return { code: status, out: stdout, stderr };
}

/** The arguments of every process, as `ps` shows them to all users. */
export const processWords = (): string => execFileSync('ps', ['-eo', 'args', '-ww'], { encoding: 'utf8' });

export const userExists = (): boolean => spawnSync('getent', ['passwd', user]).status === 0;
export const dataFolder = '/var/lib/ferry-service';
export const hasData = (): boolean => existsSync(path.join(dataFolder, 'ferry.db'));

import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** A Debian or Ubuntu package of the tests, and how to detect it. */
export interface SystemPackage {
  readonly name: string;
  readonly isThere: () => boolean;
  /** A command for a shell that has to run before the package is installed. */
  readonly before?: string;
  /** A service of the system that the package would start at each boot; the tests start their own. */
  readonly service?: string;
}

const onPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const succeeds = (file: string, ...args: string[]): boolean => {
  try {
    execFileSync(file, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const loaderKnows = (library: string): boolean => {
  const ldconfig = ['/sbin/ldconfig', '/usr/sbin/ldconfig'].find((file) => succeeds(file, '-p'));
  return ldconfig !== undefined && execFileSync(ldconfig, ['-p'], { encoding: 'utf8' }).includes(library);
};

/** What the tests need of a Linux system: a browser, a display without a screen, a keyring, the bus of screen readers, notifications, client certificates, proxies, a database with a pooler, and pip for their Electron. */
export const testPackages: readonly SystemPackage[] = [
  // It also brings every library that the tests' Electron needs.
  { name: 'chromium', isThere: () => ['chromium', 'chromium-browser', 'google-chrome'].some(onPath) },
  { name: 'xvfb', isThere: () => onPath('Xvfb') && onPath('xvfb-run') },
  { name: 'xauth', isThere: () => onPath('xauth') },
  { name: 'dbus', isThere: () => onPath('dbus-run-session') },
  { name: 'gnome-keyring', isThere: () => onPath('gnome-keyring-daemon') },
  { name: 'at-spi2-core', isThere: () => existsSync('/usr/libexec/at-spi-bus-launcher') },
  { name: 'dunst', isThere: () => onPath('dunst') && onPath('dunstctl') },
  { name: 'libnotify4', isThere: () => loaderKnows('libnotify.so.4') },
  { name: 'libsecret-1-0', isThere: () => loaderKnows('libsecret-1.so.0') },
  // Its folder is not on the path of an ordinary user.
  { name: 'nginx-light', isThere: () => onPath('nginx') || succeeds('/usr/sbin/nginx', '-v'), service: 'nginx' },
  { name: 'haproxy', isThere: () => onPath('haproxy') || succeeds('/usr/sbin/haproxy', '-v'), service: 'haproxy' },
  { name: 'libnss3-tools', isThere: () => onPath('certutil') && onPath('pk12util') },
  // Its programs are not on the path: several versions may stand side by side.
  {
    name: 'postgresql',
    isThere: () => globSync('/usr/lib/postgresql/*/bin/initdb').length > 0,
    // Otherwise the package creates a system database. An existing file is preserved.
    before:
      'mkdir -p /etc/postgresql-common && echo create_main_cluster=false >> /etc/postgresql-common/createcluster.conf',
    service: 'postgresql',
  },
  {
    name: 'pgbouncer',
    isThere: () => onPath('pgbouncer') || succeeds('/usr/sbin/pgbouncer', '-V'),
    service: 'pgbouncer',
  },
  // Servers of contacts and calendars, which migrations are tried between.
  { name: 'radicale', isThere: () => onPath('radicale'), service: 'radicale' },
  { name: 'xandikos', isThere: () => onPath('xandikos') },
  { name: 'python3', isThere: () => onPath('python3') },
  // For the python of Debian, whichever other one is on the path.
  { name: 'python3-dbus', isThere: () => succeeds('/usr/bin/python3', '-c', 'import dbus') },
  { name: 'python3-pip', isThere: () => succeeds('python3', '-m', 'pip', '--version') },
];

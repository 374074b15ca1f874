import { existsSync, globSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { onPath } from '../base/on-path.ts';

/** A Debian or Ubuntu package that tests need, and how to detect it. */
export interface SystemPackage {
  readonly name: string;
  readonly isThere: () => boolean;
  /** Shell command to run before the installation. */
  readonly before?: string;
  /** Service that the package would start at each boot. It is disabled, because tests start the server themselves. */
  readonly service?: string;
}

const isOnPath = (program: string): boolean => onPath(program) !== null;

const succeeds = (file: string, ...args: string[]): boolean => {
  try {
    execFileSync(file, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const isLibraryInstalled = (library: string): boolean => {
  const ldconfig = ['/sbin/ldconfig', '/usr/sbin/ldconfig'].find((file) => succeeds(file, '-p'));
  return ldconfig !== undefined && execFileSync(ldconfig, ['-p'], { encoding: 'utf8' }).includes(library);
};

const isDebian = (): boolean => {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
};

export const testPackages: readonly SystemPackage[] = [
  // This package also installs every library that the tests' Electron needs.
  { name: 'chromium', isThere: () => ['chromium', 'chromium-browser', 'google-chrome'].some(isOnPath) },
  // Debian only. The tests fall back to the whole browser.
  { name: 'chromium-headless-shell', isThere: () => isOnPath('chromium-headless-shell') || !isDebian() },
  { name: 'xvfb', isThere: () => isOnPath('Xvfb') && isOnPath('xvfb-run') },
  { name: 'xauth', isThere: () => isOnPath('xauth') },
  { name: 'dbus', isThere: () => isOnPath('dbus-run-session') },
  { name: 'gnome-keyring', isThere: () => isOnPath('gnome-keyring-daemon') },
  { name: 'at-spi2-core', isThere: () => existsSync('/usr/libexec/at-spi-bus-launcher') },
  { name: 'dunst', isThere: () => isOnPath('dunst') && isOnPath('dunstctl') },
  { name: 'libnotify4', isThere: () => isLibraryInstalled('libnotify.so.4') },
  { name: 'libsecret-1-0', isThere: () => isLibraryInstalled('libsecret-1.so.0') },
  // The PATH of regular users doesn't contain /usr/sbin.
  { name: 'nginx-light', isThere: () => isOnPath('nginx') || succeeds('/usr/sbin/nginx', '-v'), service: 'nginx' },
  { name: 'haproxy', isThere: () => isOnPath('haproxy') || succeeds('/usr/sbin/haproxy', '-v'), service: 'haproxy' },
  { name: 'libnss3-tools', isThere: () => isOnPath('certutil') && isOnPath('pk12util') },
  // The program isn't on the PATH, because several versions can be installed.
  {
    name: 'postgresql',
    isThere: () => globSync('/usr/lib/postgresql/*/bin/initdb').length > 0,
    // If this file is missing, the package creates a system database. An existing file stays unchanged.
    before:
      'mkdir -p /etc/postgresql-common && echo create_main_cluster=false >> /etc/postgresql-common/createcluster.conf',
    service: 'postgresql',
  },
  {
    name: 'pgbouncer',
    isThere: () => isOnPath('pgbouncer') || succeeds('/usr/sbin/pgbouncer', '-V'),
    service: 'pgbouncer',
  },
  // Servers for contacts, calendars and mail, between which tests migrate data.
  { name: 'radicale', isThere: () => isOnPath('radicale'), service: 'radicale' },
  { name: 'dovecot-imapd', isThere: () => existsSync('/usr/sbin/dovecot'), service: 'dovecot' },
  // The tests compare copied mailboxes with mbsync.
  { name: 'isync', isThere: () => isOnPath('mbsync') },
  { name: 'xandikos', isThere: () => isOnPath('xandikos') },
  { name: 'python3', isThere: () => isOnPath('python3') },
  // Checked with Debian's Python, because another Python may come first on the PATH.
  { name: 'python3-dbus', isThere: () => succeeds('/usr/bin/python3', '-c', 'import dbus') },
  { name: 'python3-pip', isThere: () => succeeds('python3', '-m', 'pip', '--version') },
];

import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

/** One user per package format, so that no format sees files of another. */
const names = ['deb', 'tarball', 'rpm', 'portable', 'faults', 'service'] as const;
const password = 'a login password';

/** A non-root user with a home and a desktop session, whose keyring opens at sign-in. */
export interface PlainUser {
  readonly id: number;
  readonly home: string;
  /**
   * Matches the user's own files below the home: data of the console and the keyring, and the list of default apps for
   * links.
   */
  readonly ownData: RegExp;
  /** Runs a program as the user. `around` is a root program that starts it. */
  readonly run: (command: readonly string[], around?: readonly string[]) => { code: number | null; output: string };
  /** Returns a wrapper that starts `program` in the user's session; Playwright starts Electron through it. */
  readonly inSession: (program: string) => string;
}

export function makePlainUser(name: (typeof names)[number], display: string): PlainUser {
  const id = 1500 + names.indexOf(name);
  const home = `/home/ferry-${name}`;
  // Switches to the user, without root's groups and capabilities.
  const userCommand = ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups'];
  if (!existsSync(home)) {
    mkdirSync(home, { recursive: true });
    appendFileSync('/etc/passwd', `ferry-${name}:x:${id}:${id}::${home}:/bin/sh\n`);
    chownSync(home, id, id);
  }
  const runtime = path.join(home, '.runtime');
  mkdirSync(runtime, { recursive: true, mode: 0o700 });
  chownSync(runtime, id, id);
  const env = {
    HOME: home,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    DISPLAY: display,
    LANG: 'C.UTF-8',
    XDG_RUNTIME_DIR: runtime,
  };
  return {
    id,
    home,
    ownData: new RegExp(`^${home}/\\.(config/(Ferry Console/|mimeapps\\.list)|local/share/(ferry-console|keyrings)/)`),
    run: (command, around = []) => {
      const [program = '', ...flags] = [...around, ...userCommand, ...command];
      const { status, stdout, stderr } = spawnSync(program, flags, { env, encoding: 'utf8', timeout: 30_000 });
      return { code: status, output: `${stdout}${stderr}` };
    },
    inSession: (program) => {
      const folder = path.join(home, '.session');
      mkdirSync(folder, { recursive: true });
      const inside = path.join(folder, 'inside.sh');
      writeFileSync(
        inside,
        `#!/bin/sh\nprintf '%s' '${password}' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1\nexec "$@"\n`,
      );
      const file = path.join(folder, 'start.sh');
      const variables = Object.entries(env).map(([variable, value]) => `${variable}='${value}'`);
      writeFileSync(
        file,
        [
          '#!/bin/sh',
          '# Playwright adds --no-sandbox if it runs as root; the user does not.',
          'for argument do shift; [ "$argument" = --no-sandbox ] || set -- "$@" "$argument"; done',
          `exec ${userCommand.join(' ')} env -i ${variables.join(' ')} dbus-run-session -- ${inside} ${program} "$@"`,
          '',
        ].join('\n'),
      );
      for (const one of [inside, file]) chmodSync(one, 0o755);
      execFileSync('chown', ['-R', `${id}:${id}`, folder]);
      return file;
    },
  };
}

interface Started {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** Kills all processes of the user. Only these tests use that user. */
function endAll({ id }: PlainUser): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (statSync(`/proc/${pid}`).uid === id) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  }
}

/**
 * Starts an installed console as the user. Repeats a start that never answers, about one in 50 with the test Electron.
 */
export async function startAs(user: PlainUser, program: string, flags: readonly string[] = []): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const app = await _electron.launch({
        executablePath: user.inSession(program),
        args: [...flags],
        timeout: 20_000,
      });
      return { app, page: await app.firstWindow({ timeout: 10_000 }) };
    } catch (error) {
      endAll(user);
      if (attempt === 3) throw error;
    }
  }
}

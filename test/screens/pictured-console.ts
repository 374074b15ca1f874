import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '#main/console/clock/clock.ts';
import { createConsole } from '#main/console/create-console.ts';
import { createCrashReports } from '#main/console/log/crash-reports.ts';
import { createLog } from '#main/console/log/log.ts';
import { createRedactor } from '#main/console/log/redactor.ts';
import type { ServiceLauncher } from '#main/console/ports/console-ports.ts';
import { type ConsoleServer, startConsoleServer } from '#main/hosts/browser/console-server.ts';
import { createHostInspector } from '#main/hosts/browser/inspect-host.ts';
import { createDataLauncher, createServiceLauncher } from '#main/hosts/browser/start-processes.ts';
import { nodePorts } from '#test/fixtures/console/console-in-process.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { createFixedClock, picturedAt } from './fixed-clock.ts';

/** A browser-host console in this process, with the built pages. */
export interface PicturedConsole {
  readonly server: ConsoleServer;
  readonly close: () => Promise<void>;
}

const out = path.join(projectRoot, 'out');

/** Launches the built service, seeded as of the pictures' time. */
const sandboxLauncher: ServiceLauncher = (flags) => {
  const seedAt = flags.indexOf('--seed-at') + 1;
  const launch = createServiceLauncher(path.join(out, 'service', 'main.mjs'));
  return launch(flags.with(seedAt, picturedAt.toISOString()));
};

/** Opens a console on the Sandbox with a fixed clock, so that a picture is the same in each run. */
export async function openPicturedConsole(): Promise<PicturedConsole> {
  const userDataDir = await mkdtemp(path.join(tmpdir(), 'ferry-screens-'));
  await mkdir(path.join(userDataDir, 'sandbox'));
  const clock = createFixedClock();
  const redactor = createRedactor();
  const log = createLog({ userDataDir, clock, redactor, level: 'info' });
  const theConsole = createConsole({
    ...nodePorts(userDataDir),
    version: '0.1.0',
    clock,
    launchService: sandboxLauncher,
    launchData: createDataLauncher(path.join(out, 'data/main.mjs')),
    inspectHost: createHostInspector('memory'),
    log,
    redactor,
    crashReports: createCrashReports({ version: '0.1.0', clock, log, redactor }),
  });
  const server = await startConsoleServer(theConsole, {
    pages: path.join(out, 'renderer'),
    port: 0,
    clock: systemClock,
    downloads: { find: () => null, start: () => null },
    onStreams: () => undefined,
    onSecondUse: () => undefined,
  });
  return {
    server,
    close: async () => {
      await server.close();
      await theConsole.close();
      await rm(userDataDir, { recursive: true, force: true });
    },
  };
}

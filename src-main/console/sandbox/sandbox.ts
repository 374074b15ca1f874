import path from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import { retryPolicy } from '#shared/retry-policy.ts';
import { parseJson } from '#shared/tolerant-reading/read-json.ts';
import { createEmitter } from '../events/emitter.ts';
import { isLoopbackAddress } from '../addresses/base-address.ts';
import type { ConsolePorts, ServiceProcess } from '../ports/console-ports.ts';
import type { SettingsTopic } from '../settings/settings-topic.ts';

interface SandboxEndpoint {
  readonly url: string;
  readonly apiKey: string;
}

type SandboxChange = 'starting' | 'ready' | 'stopped';

interface SandboxPorts extends Pick<ConsolePorts, 'userDataDir' | 'clock' | 'launchService' | 'log'> {
  readonly settings: Pick<SettingsTopic, 'current' | 'onChange'>;
}

const readySchema = z.object({
  // `abort` skips the refinement, which would throw, if the string isn't a URL.
  url: z.url({ protocol: /^http$/, abort: true }).refine((url) => isLoopbackAddress(url)),
  apiKey: z.string().min(1),
});
const startWithinMs = 20_000;
const maxLineCharacters = 65_536;
/** Listens on all interfaces. The console itself still connects through loopback. */
const everyAddress = '0.0.0.0';

interface Run {
  readonly process: ServiceProcess;
  readonly ready: Promise<Outcome<SandboxEndpoint>>;
  readonly ended: Promise<void>;
}

export function createSandbox(ports: SandboxPorts) {
  const changes = createEmitter<SandboxChange>();
  let run: Run | null = null;
  let isClosed = false;
  let lastUrl: string | null = null;
  let starts: number[] = [];
  /** The configured port if another program uses it, else null. */
  let takenPort: number | null = null;
  /** Whether the Sandbox also listens on the network. If so, the console can't control it. */
  let onNetwork = false;

  const unavailable = (detail?: string) =>
    fail('sandbox_unavailable', ports.clock.now(), detail === undefined ? {} : { detail });
  const fixedPort = () => ports.settings.current().preferences.sandboxPort;
  let wantedPort: number | null = null;

  const start = (port: string): Run => {
    changes.emit('starting');
    const process = ports.launchService(flagsFor(ports, port, onNetwork));
    let lastWords = '';
    readLines(process.stderr, (line) => {
      lastWords = line;
      ports.log.info(`sandbox: ${line}`);
    });
    let resolveEnd: () => void = () => undefined;
    const endOfRun = new Promise<void>((resolve) => (resolveEnd = resolve));
    const ready = new Promise<Outcome<SandboxEndpoint>>((resolve) => {
      const giveUp = setTimeout(() => {
        resolve(unavailable('Not ready within 20 s.'));
        process.stop();
      }, startWithinMs);
      readLines(process.stdout, (line) => {
        const endpoint = readReadyLine(line);
        if (!endpoint) return;
        clearTimeout(giveUp);
        lastUrl = endpoint.url;
        changes.emit('ready');
        resolve(succeed(endpoint));
      });
      process.onExit((code, failure) => {
        clearTimeout(giveUp);
        resolveEnd();
        if (run?.process === process) run = null;
        ports.log[isClosed ? 'info' : 'warn'](
          `sandbox: stopped with ${code === null ? 'no exit code' : `exit code ${code}`}`,
        );
        if (!isClosed) changes.emit('stopped');
        resolve(unavailable(failure?.message || lastWords || `The Sandbox stopped with code ${code}.`));
      });
    });
    return { process, ready, ended: endOfRun };
  };

  const startSandbox = async (): Promise<Outcome<SandboxEndpoint>> => {
    const now = ports.clock.monotonic();
    starts = starts.filter((at) => now - at < retryPolicy.process.withinMs);
    if (starts.length >= retryPolicy.process.starts) {
      return unavailable('The Sandbox stopped five times within a minute.');
    }
    starts.push(now);
    // Tries the configured port, then the previous port (so that open pages keep working), then any free port.
    const configuredPort = fixedPort();
    wantedPort = configuredPort;
    const previousPorts = lastUrl === null ? [] : [new URL(lastUrl).port];
    const choices = new Set([...(configuredPort === null ? [] : [String(configuredPort)]), ...previousPorts, '0']);
    let outcome: Outcome<SandboxEndpoint> | null = null;
    for (const port of choices) {
      await run?.ended;
      run = start(port);
      outcome = await run.ready;
      if (outcome.ok || isClosed) break;
    }
    const openedPort = outcome?.ok ? Number(new URL(outcome.value.url).port) : null;
    // If the setting has changed in the meantime, the new port hasn't been tried yet.
    takenPort =
      openedPort !== null && openedPort !== configuredPort && configuredPort === wantedPort ? configuredPort : null;
    return outcome ?? unavailable();
  };

  let startPromise: Promise<Outcome<SandboxEndpoint>> | null = null;
  const endpoint = () => {
    if (isClosed) return Promise.resolve(unavailable('The Sandbox was closed.'));
    if (run && !startPromise) return run.ready;
    return (startPromise ??= startSandbox().finally(() => (startPromise = null)));
  };
  const restart = async (options?: { readonly onNetwork: boolean }) => {
    await startPromise;
    if (options !== undefined) ({ onNetwork } = options);
    // A requested restart resets the crash limit.
    starts = [];
    const last = run;
    last?.process.stop();
    await last?.ended;
    return endpoint();
  };
  ports.settings.onChange(() => {
    const port = fixedPort();
    if (port === wantedPort || (lastUrl === null && !startPromise)) return;
    // A start in progress still uses the earlier port. Only a later restart uses the new port.
    const isOnPort = port === null || (!startPromise && lastUrl !== null && new URL(lastUrl).port === String(port));
    wantedPort = port;
    if (isOnPort) takenPort = null;
    else void restart();
  });
  return {
    endpoint,
    /** Restarts on the configured port and closes all connections. Without options, sharing is unchanged. */
    restart,
    place: () => ({ takenPort, onNetwork }),
    url: () => lastUrl,
    onChange: changes.listen,
    close: async () => {
      isClosed = true;
      const last = run;
      last?.process.stop();
      await last?.ended;
    },
  };
}

export type Sandbox = ReturnType<typeof createSandbox>;

const flagsFor = ({ userDataDir, clock }: SandboxPorts, port: string, onNetwork: boolean): string[] => [
  '--port',
  port,
  '--data',
  path.join(userDataDir, 'sandbox'),
  '--seed-at',
  clock.now().toISOString(),
  '--session-key',
  // Control needs loopback and a key that only this process knows.
  ...(onNetwork ? ['--host', everyAddress] : ['--allow-control', '--webhooks-allow-loopback']),
];

function readReadyLine(line: string): SandboxEndpoint | null {
  const ready = parseJson(readySchema, line.replace(`http://${everyAddress}:`, 'http://127.0.0.1:'));
  return ready && { ...ready, url: ready.url.replace(/\/$/, '') };
}

/** Truncates an unfinished line. Node's `readline` has no limit, and also splits at U+2028. */
function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, maxLineCharacters);
    for (const line of lines) onLine(line);
  });
}

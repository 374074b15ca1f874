import path from 'node:path';
import { z } from 'zod';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import { patience } from '#shared/patience.ts';
import type { Clock } from '../clock/clock.ts';
import { createEmitter, type Listen } from '../events/emitter.ts';
import type { Log } from '../log/log.ts';
import { isLoopbackAddress } from '../addresses/base-address.ts';
import type { ServiceLauncher, ServiceProcess } from './service-launcher.ts';

/** Where the Sandbox answers, and the key that this start of it made. The key stays in this process. */
interface SandboxEndpoint {
  readonly url: string;
  readonly apiKey: string;
}

type SandboxChange = 'starting' | 'ready' | 'stopped';

/** The Ferry Service on this computer. */
export interface Sandbox {
  /** The endpoint once it is ready; starts the service when it is not running. */
  readonly endpoint: (signal?: AbortSignal) => Promise<Outcome<SandboxEndpoint>>;
  /** The last known address, or null before the first start. */
  readonly url: () => string | null;
  /** A start begins, or is ready, or the service has ended by itself. */
  readonly onChange: Listen<SandboxChange>;
  /** Ends the service and waits for its end. */
  readonly close: () => Promise<void>;
}

interface SandboxPorts {
  readonly userDataDir: string;
  readonly clock: Clock;
  readonly launchService: ServiceLauncher;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** The Sandbox is on this computer, whatever a process in its place says. */
const readySchema = z.object({
  url: z.url().refine((url) => new URL(url).protocol === 'http:' && isLoopbackAddress(url)),
  apiKey: z.string().min(1),
});
const startWithinMs = 20_000;

interface Run {
  readonly process: ServiceProcess;
  readonly ready: Promise<Outcome<SandboxEndpoint>>;
  readonly ended: Promise<void>;
}

export function createSandbox(ports: SandboxPorts): Sandbox {
  const changes = createEmitter<SandboxChange>();
  let run: Run | null = null;
  let closed = false;
  let lastUrl: string | null = null;
  let starts: number[] = [];

  const start = (port: string): Run => {
    changes.emit('starting');
    const process = ports.launchService(flagsFor(ports, port));
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const ready = new Promise<Outcome<SandboxEndpoint>>((resolve) => {
      const giveUp = setTimeout(() => {
        resolve(fail('sandbox_unavailable', ports.clock.now(), { detail: 'It was not ready within 20 s.' }));
        process.stop();
      }, startWithinMs);
      process.onLine((line) => {
        const endpoint = readReadyLine(line);
        if (!endpoint) return;
        clearTimeout(giveUp);
        lastUrl = endpoint.url;
        changes.emit('ready');
        resolve(succeed(endpoint));
      });
      process.onExit((code, lastWords) => {
        clearTimeout(giveUp);
        end();
        if (run?.process === process) run = null;
        ports.log[closed ? 'info' : 'warn'](`sandbox: ended with ${code ?? 'no'} exit code`);
        if (!closed) changes.emit('stopped');
        resolve(fail('sandbox_unavailable', ports.clock.now(), { detail: lastWords || `It ended with code ${code}.` }));
      });
    });
    return { process, ready, ended };
  };

  const begin = async (): Promise<Outcome<SandboxEndpoint>> => {
    const now = ports.clock.monotonic();
    starts = starts.filter((at) => now - at < patience.process.withinMs);
    if (starts.length >= patience.process.starts) {
      return fail('sandbox_unavailable', ports.clock.now(), { detail: 'It ended five times within a minute.' });
    }
    starts.push(now);
    // A restart takes the port that it had, so that pages which know the address go on; another one where that is taken.
    const samePort = lastUrl === null ? '0' : new URL(lastUrl).port;
    run = start(samePort);
    const outcome = await run.ready;
    if (outcome.ok || samePort === '0' || closed) return outcome;
    await run?.ended;
    run = start('0');
    return run.ready;
  };

  let beginning: Promise<Outcome<SandboxEndpoint>> | null = null;
  return {
    endpoint: () => {
      if (closed) return Promise.resolve(fail('sandbox_unavailable', ports.clock.now(), { detail: 'It was closed.' }));
      if (run && !beginning) return run.ready;
      return (beginning ??= begin().finally(() => (beginning = null)));
    },
    url: () => lastUrl,
    onChange: changes.listen,
    close: async () => {
      closed = true;
      const last = run;
      last?.process.stop();
      await last?.ended;
    },
  };
}

const flagsFor = ({ userDataDir, clock }: SandboxPorts, port: string): string[] => [
  '--port',
  port,
  '--data',
  path.join(userDataDir, 'sandbox'),
  '--seed-at',
  clock.now().toISOString(),
  '--session-key',
  // On loopback only, and with the key that this process alone has.
  '--allow-control',
];

function readReadyLine(line: string): SandboxEndpoint | null {
  try {
    const ready = readySchema.safeParse(JSON.parse(line));
    return ready.success ? { url: ready.data.url.replace(/\/$/, ''), apiKey: ready.data.apiKey } : null;
  } catch {
    return null;
  }
}

import { once } from 'node:events';
import { type Command, Option } from 'commander';
import { pino } from 'pino';
import { visibleText } from '#shared/visible-text.ts';
import { defaultSeedInstant } from '../seed/seed-rows.ts';
import { limitYoungGeneration } from '../operations/young-generation.ts';
import { type ServiceOptions, startService } from '../start-service.ts';
import { applySettings } from './config-file.ts';
import {
  emailAddress,
  filePath,
  hostName,
  httpAddress,
  isoInstant,
  issuerAddress,
  placeOptions,
  proxyAddresses,
  shortText,
  wholeNumber,
} from './flags.ts';
import { refuseStart } from './refusals.ts';
import { print } from './with-store.ts';
import { UserError } from '#shared/user-error.ts';
import { defaultConcurrency } from '../webhooks/deliver.ts';

/** Listens from the start, so that a signal also stops a starting service. `disconnect`: the parent process died. */
const waitForStopSignal = () => {
  const events = ['SIGTERM', 'SIGINT', 'disconnect'] as const;
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const event of events) process.on(event, stop);
  return {
    signal: controller.signal,
    received: once(controller.signal, 'abort'),
    forget: () => events.forEach((event) => process.off(event, stop)),
  };
};

type ServeFlags = Omit<ServiceOptions, 'logger' | 'signal' | 'writeAccessLine'> & {
  readonly logLevel: string;
  readonly accessLog?: boolean;
  readonly config?: string;
};

const maxRows = 10_000_000;

/** Escapes control characters that JSON doesn't escape but a terminal interprets. */
const visibleLines = (stream: { write(line: string): unknown }) => ({
  write: (line: string) => void stream.write(`${visibleText(line.trimEnd())}\n`),
});

const serve = async ({ config }: ServeFlags, program: Command): Promise<void> => {
  const refusal = applySettings(program, config, process.env);
  if (refusal !== undefined) return refuseStart(refusal);
  const { logLevel, accessLog, ...flags } = program.opts<ServeFlags>();
  limitYoungGeneration();
  const lines = visibleLines(pino.destination({ fd: 2, sync: true }));
  const logger = pino({ level: logLevel }, lines);
  const stopSignal = waitForStopSignal();
  const { signal } = stopSignal;
  try {
    const writeAccessLine = accessLog ? lines.write : undefined;
    const service = await startService({ ...flags, logger, signal, writeAccessLine });
    const { stop, url, apiKey, organizationId, opsUrl, invitationUrl } = service;
    print({ url, apiKey, organizationId, pid: process.pid, opsUrl, invitationUrl });
    await stopSignal.received;
    await stop();
    // Exits explicitly, because an open IPC channel to a parent process would keep this process alive.
    process.exit(0);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (!signal.aborted) refuseStart(error.message);
  } finally {
    stopSignal.forget();
  }
};

export const addServe = (program: Command): void => {
  program
    .option(
      '--config <file>',
      'JSON file of flags (see check-config); flags on the command line override the file',
      filePath,
    )
    .option('--port <number>', 'port to listen on; 0 chooses a free port', wholeNumber(0, 65_535), 0)
    .option('--host <address>', 'address to listen on', hostName, '127.0.0.1')
    .option('--seed <number>', "seed for a new folder's sample data", wholeNumber(0, 2 ** 32 - 1), 1)
    .addOption(
      new Option('--seed-at <time>', 'creation time of the newest sample row')
        .argParser(isoInstant)
        .default(defaultSeedInstant, new Date(defaultSeedInstant).toISOString()),
    )
    .option('--migrations <count>', 'number of migrations in a new folder', wholeNumber(0, maxRows), 250)
    .option('--companies <count>', 'number of companies in a new folder', wholeNumber(0, maxRows), 40)
    .addOption(
      new Option('--error-shape <shape>', 'shape of error bodies').choices(['plain', 'nested']).default('plain'),
    )
    .option('--allow-control', 'serve /control (clock, faults, reset, scenarios), on loopback only')
    .option(
      '--session-key',
      'print an API key that expires when this process ends; its tokens survive a restart only if every later start uses this flag',
    )
    .option('--dashboard', 'serve /dashboard to manage API keys, webhooks and members')
    .option(
      '--invite-owner <email>',
      'with --dashboard: print a link that makes this user an owner of the seeded organization',
      emailAddress,
    )
    .option(
      '--oidc-issuer <url>',
      'with --dashboard: OpenID Connect provider for invited users, in addition to passwords',
      issuerAddress,
    )
    .option('--oidc-client-id <id>', 'client ID of this service at the provider', shortText)
    .option('--oidc-client-secret-file <file>', 'file with the client secret', filePath)
    .option(
      '--providers <file>',
      'file with the sources and destinations of real copies; default: practice providers only',
      filePath,
    )
    .option(
      '--retain-migrations <days>',
      "days until the data of a migration's end user is erased; default: never",
      wholeNumber(30, 3_650),
    )
    .option('--retain-activity <days>', 'days until activity is deleted; default: 90', wholeNumber(1, 3_650))
    .option(
      '--retain-audit <days>',
      'days until entries of the audit log are deleted; default: never',
      wholeNumber(90, 36_500),
    )
    .option('--public-url <url>', 'URL that clients use, if the service is behind a proxy', httpAddress)
    .option(
      '--rate-limit <count>',
      'requests per minute for each credential, or for each client without one; default: unlimited',
      wholeNumber(1, 1_000_000),
    )
    .option(
      '--trust-proxy <addresses>',
      'addresses and CIDR ranges of proxies whose X-Forwarded-For header is trusted, separated by commas',
      proxyAddresses,
    )
    .option('--webhooks-allow-loopback', 'allow webhook endpoints on this device, including over http; for development')
    .option(
      '--webhooks-concurrency <count>',
      'concurrent webhook requests per endpoint, across all instances',
      wholeNumber(1, 256),
      defaultConcurrency,
    )
    .option(
      '--ops-port <number>',
      'port for /livez, /readyz and /metrics, which need no key; 0 chooses a free port; default: not served',
      wholeNumber(0, 65_535),
    )
    .option('--ops-host <address>', 'address for --ops-port; default: 127.0.0.1', hostName)
    .addOption(
      new Option('--log-level <level>', 'minimum level of the log lines on standard error')
        .choices(['debug', 'info', 'warn', 'error', 'silent'])
        .default('info'),
    )
    .option('--access-log', 'write one line of JSON per request to standard error, without customer data')
    .action(serve);
  for (const option of placeOptions('data folder; default: a temporary folder, removed at exit')) {
    program.addOption(option);
  }
};

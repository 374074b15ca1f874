import { type Command, Option } from 'commander';
import { pino } from 'pino';
import { visibleText } from '#shared/visible-text.ts';
import { defaultSeedInstant } from '../seed/seed-rows.ts';
import { type ServiceOptions, startService } from '../start-service.ts';
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

interface StopSignal {
  readonly signal: AbortSignal;
  readonly received: Promise<void>;
  forget(): void;
}

/**
 * Listens for SIGTERM and SIGINT from now on, so that one that comes during the start is heard too. A parent that opened
 * a channel, as the console does, takes the service with it, also where it was killed and could send no signal.
 */
const waitForStopSignal = (): StopSignal => {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  return {
    signal: controller.signal,
    received: new Promise((resolve) => controller.signal.addEventListener('abort', () => resolve(), { once: true })),
    forget: () => {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      process.off('disconnect', stop);
    },
  };
};

type ServeFlags = Omit<ServiceOptions, 'logger' | 'signal'> & { readonly logLevel: string };

const maxRows = 10_000_000;

/** JSON escapes the first 32 characters only; a terminal acts on others too. */
const visibleLines = (stream: { write(line: string): unknown }) => ({
  write: (line: string) => void stream.write(`${visibleText(line.trimEnd())}\n`),
});

const serve = async ({ logLevel, ...flags }: ServeFlags): Promise<void> => {
  const logger = pino({ level: logLevel }, visibleLines(pino.destination({ fd: 2, sync: true })));
  const stopSignal = waitForStopSignal();
  const started = await startService({ ...flags, logger, signal: stopSignal.signal });
  if (!started.ok) {
    if (!stopSignal.signal.aborted) refuseStart(started.sentence);
  } else {
    const { stop, url, apiKey, organizationId, opsUrl, invitationUrl } = started.service;
    process.stdout.write(
      `${JSON.stringify({ url, apiKey, organizationId, pid: process.pid, opsUrl, invitationUrl })}\n`,
    );
    await stopSignal.received;
    await stop();
    // A channel to a parent process (the console's) would hold an event loop that has nothing left to do.
    process.exit(0);
  }
  stopSignal.forget();
};

export const addServe = (program: Command): void => {
  program
    .option('--port <number>', 'port to listen on; 0 takes a free one', wholeNumber(0, 65_535), 0)
    .option('--host <address>', 'address to listen on', hostName, '127.0.0.1')
    .option('--seed <number>', 'seed of the data that a new folder gets', wholeNumber(0, 2 ** 32 - 1), 1)
    .addOption(
      new Option('--seed-at <time>', 'time before which all seeded rows were created')
        .argParser(isoInstant)
        .default(defaultSeedInstant, new Date(defaultSeedInstant).toISOString()),
    )
    .option('--migrations <count>', 'migrations that a new folder gets', wholeNumber(0, maxRows), 250)
    .option('--companies <count>', 'companies that a new folder gets', wholeNumber(0, maxRows), 40)
    .addOption(
      new Option('--error-shape <shape>', 'shape of error bodies').choices(['plain', 'nested']).default('plain'),
    )
    .option('--allow-control', 'serve /control: clock, faults, reset, scenarios; on loopback only')
    .option(
      '--session-key',
      'print an API key that ends with this process; its tokens live on while each start has this flag',
    )
    .option('--dashboard', 'serve /dashboard, where people make and revoke API keys')
    .option(
      '--invite-owner <email>',
      'with --dashboard: print a link that makes this person an owner of the seeded organization',
      emailAddress,
    )
    .option(
      '--oidc-issuer <address>',
      'with --dashboard: the provider of OpenID Connect by which invited people sign in, too',
      issuerAddress,
    )
    .option('--oidc-client-id <id>', 'what this service is called there', shortText)
    .option('--oidc-client-secret-file <file>', 'file with the secret that it has there', filePath)
    .option(
      '--providers <file>',
      'file that lists the services that end users move from, and where their data goes; practice alone without it',
      filePath,
    )
    .option('--public-url <address>', 'address that clients use, where a proxy stands in front', httpAddress)
    .option(
      '--rate-limit <count>',
      'requests per minute of each credential, and of each client without one; unlimited without it',
      wholeNumber(1, 1_000_000),
    )
    .option(
      '--trust-proxy <addresses>',
      'addresses and CIDR ranges of the proxies whose X-Forwarded-For counts, separated by commas',
      proxyAddresses,
    )
    .option(
      '--webhooks-allow-loopback',
      'take endpoints of webhooks on this computer, http among them; for development',
    )
    .option(
      '--ops-port <number>',
      'port of /livez, /readyz and /metrics, without a key; 0 takes a free one; not served without it',
      wholeNumber(0, 65_535),
    )
    .option('--ops-host <address>', 'address to serve them on, which is 127.0.0.1 without it', hostName)
    .addOption(
      new Option('--log-level <level>', 'least level of the log on standard error')
        .choices(['debug', 'info', 'warn', 'error', 'silent'])
        .default('info'),
    )
    .action(serve);
  for (const option of placeOptions('folder of the data; without it a new one that is removed at the end')) {
    program.addOption(option);
  }
};

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serviceProgram } from '#service/cli/program.ts';
import { dataFolder } from './data-folder.ts';
import { callService, runService, runToEnd } from './run-service.ts';

const whole = (from: number, to: number): string => `must be a whole number from ${from} to ${to}`;
const address = 'must be an http or https URL without user, query and fragment, such as https://api.ferry.example';
const instant = 'must be an ISO 8601 date or time such as 2026-11-20T14:32:00Z';
const create = ['keys', 'create', '--data', '/nonexistent'];

const refused: readonly (readonly [args: readonly string[], sentence: string])[] = [
  [['--port', 'abc'], `--port ${whole(0, 65_535)}, not "abc".`],
  [['--port', '99999'], `--port ${whole(0, 65_535)}, not "99999".`],
  [['--port', '-1'], `--port ${whole(0, 65_535)}, not "-1".`],
  [['--port', '1e3'], `--port ${whole(0, 65_535)}, not "1e3".`],
  [['--port='], `--port ${whole(0, 65_535)}, not "".`],
  [['--port'], '--port needs a value. Use --port <number>.'],
  [['--port', '--seed', '2'], '--port needs a value. Use --port <number>.'],
  [['--data', '--session-key'], '--data needs a value. Use --data <folder>.'],
  [['--data', ''], '--data must be a folder path, not "".'],
  [['--host', ''], '--host must be an address of this device such as 127.0.0.1, not "".'],
  [['--host', 'a b'], '--host must be an address of this device such as 127.0.0.1, not "a b".'],
  [
    ['--host', 'http://127.0.0.1'],
    '--host must be an address of this device such as 127.0.0.1, not "http://127.0.0.1".',
  ],
  [['--host', '127.0.0.1:80'], '--host must be an address of this device such as 127.0.0.1, not "127.0.0.1:80".'],
  [
    ['--host', 'nowhere.invalid'],
    "The name nowhere.invalid doesn't resolve to an address. Choose an address of this device with --host.",
  ],
  [['--seed', 'x'], `--seed ${whole(0, 4_294_967_295)}, not "x".`],
  [['--seed', '4294967296'], `--seed ${whole(0, 4_294_967_295)}, not "4294967296".`],
  [['--seed-at', 'x'], `--seed-at ${instant}, not "x".`],
  [['--seed-at', '2026-02-30'], `--seed-at ${instant}, not "2026-02-30".`],
  [['--seed-at', '0000-01-01'], `--seed-at ${instant}, not "0000-01-01".`],
  [['--migrations', '-1'], `--migrations ${whole(0, 10_000_000)}, not "-1".`],
  [['--companies', '1.5'], `--companies ${whole(0, 10_000_000)}, not "1.5".`],
  [['--error-shape', 'round'], '--error-shape must be plain or nested, not "round".'],
  [['--log-level', 'x'], '--log-level must be debug, info, warn, error or silent, not "x".'],
  [['--rate-limit', '0'], `--rate-limit ${whole(1, 1_000_000)}, not "0".`],
  [['--public-url', 'foo'], `--public-url ${address}, not "foo".`],
  [['--public-url', 'ftp://x.example'], `--public-url ${address}, not "ftp://x.example".`],
  [['--public-url', 'https://*'], `--public-url ${address}, not "https://*".`],
  [['--public-url', 'https://a;b'], `--public-url ${address}, not "https://a;b".`],
  // A value that may contain a password is not repeated.
  [['--public-url', 'https://u:canary@x.example'], `--public-url ${address}.`],
  [['--public-url', 'https://:canary@x.example'], `--public-url ${address}.`],
  [
    ['--trust-proxy', 'x'],
    `--trust-proxy is invalid: "x" isn't an IP address. Use your proxies' addresses, such as 127.0.0.1,10.0.0.0/8.`,
  ],
  [
    ['--trust-proxy', '::1,0.0.0.0/0'],
    `--trust-proxy is invalid: "0.0.0.0/0" includes every address. Use your proxies' addresses, such as 127.0.0.1,10.0.0.0/8.`,
  ],
  [
    ['--allow-control', '--host', '0.0.0.0'],
    '--allow-control works only on loopback, not on 0.0.0.0. Remove --allow-control or --host.',
  ],
  ...[
    ['--host', '0.0.0.0'],
    ['--public-url', 'http://ferry.example.com'],
  ].map((flags): [string[], string] => [
    ['--dashboard', ...flags],
    '--dashboard needs https unless the service is local. Set the https URL with --public-url, such as https://ferry.example.com.',
  ]),
  [['--invite-owner', 'a@example.com'], '--invite-owner needs --dashboard, because the link leads to the dashboard.'],
  [
    ['keys', 'list', '--data', '/nonexistent/ferry'],
    '/nonexistent/ferry has no Ferry Service data. Start the service with this folder first, or choose another folder with --data.',
  ],
  [['--session-key=yes'], "--session-key doesn't take a value."],
  [['--prot', '3'], 'Unknown flag --prot. Use --port, or see --help.'],
  [['--nonsense=canary'], 'Unknown flag --nonsense. See --help.'],
  [['--webhooks-allow-loopback=yes'], "--webhooks-allow-loopback doesn't take a value."],
  [
    ['webhooks'],
    'webhooks needs a command: webhooks add, webhooks list, webhooks deliveries, webhooks remove or webhooks rotate.',
  ],
  [['webhooks', 'list'], 'webhooks list needs --data <folder>.'],
  [['webhooks', 'rotate', '--data', 'x'], 'webhooks rotate needs <id>; see webhooks rotate --help.'],
  [['webhooks', 'deliveries', '--limit', '0'], `--limit ${whole(1, 100)}, not "0".`],
  [['-p', '3'], 'Unknown flag -p. See --help.'],
  [['--port', '1', '--port', '2'], '--port appears twice. Use it once.'],
  [['--allow-control', '--allow-control'], '--allow-control appears twice. Use it once.'],
  [
    ['frobnicate'],
    'Unknown command frobnicate. To start the service, use only flags. Otherwise, use keys, audit, backup, restore, brand, webhooks, admins, organizations, users, receipts, status, migrate or check-config; see --help.',
  ],
  [
    ['serve', '--port', '1'],
    'Unknown command serve. To start the service, use only flags. Otherwise, use keys, audit, backup, restore, brand, webhooks, admins, organizations, users, receipts, status, migrate or check-config; see --help.',
  ],
  [['keys'], 'keys needs a command: keys create, keys list or keys revoke.'],
  [['keys', 'burn'], 'Unknown command keys burn. Use keys create, keys list or keys revoke.'],
  [['keys', 'lst'], 'Unknown command keys lst. Use keys create, keys list or keys revoke.'],
  [['keys', 'list'], 'keys list needs --data <folder>.'],
  [['keys', 'create', '--data', 'x'], 'keys create needs --description <text>.'],
  [['keys', 'revoke', '--data', 'x'], 'keys revoke needs <id>; see keys revoke --help.'],
  [['keys', 'revoke', 'a', 'b', '--data', 'x'], 'keys revoke takes one <id>, not 2.'],
  [['keys', 'list', 'all', '--data', 'x'], 'keys list takes only flags, not "all".'],
  [['keys', 'list', '--data', 'x', '--port', '1'], 'Unknown flag --port of keys list. See keys list --help.'],
  [[...create, '--description', ' '], '--description must be 1 to 200 characters long, not " ".'],
  [[...create, '--description', 'x'.repeat(201)], '--description must be 1 to 200 characters long.'],
  [[...create, '--description', 'x', '--organization', ''], '--organization must be 1 to 200 characters long, not "".'],
];

/**
 * Runs a command line in this process and returns its exit. A process per case would take longer than all cases
 * together.
 */
const refusalOf = async (args: readonly string[]): Promise<{ code: unknown; stdout: string; stderr: string }> => {
  const written = { stdout: '', stderr: '' };
  const before = process.exitCode;
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    await serviceProgram().parseAsync([...args], { from: 'user' });
    return { code: process.exitCode, ...written };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { code: process.exitCode, ...written };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
};

test.each(refused)(
  'the flags %j are rejected with one sentence that says what to write',
  { tags: '@X3' },
  async (args, sentence) => {
    expect(await refusalOf(args)).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
  },
);

const secretAddress = 'postgresql://ferry:canary@127.0.0.1:1/ferry';
const misplacedFlags: readonly (readonly [args: readonly string[], sentence: string])[] = [
  ...[[], ['keys', 'list']].flatMap((command): [string[], string][] => [
    [
      [...command, '--database-url-file', secretAddress],
      '--database-url-file needs a file. Write the URL to a file, or use --database-url.',
    ],
    [
      [...command, '--data', secretAddress],
      '--data needs a folder. For a database, write its URL to a file and use --database-url-file.',
    ],
  ]),
  [[secretAddress], "A database URL isn't a command. Write the URL to a file and use --database-url-file."],
  [
    ['keys', 'POSTGRES://127.0.0.1/ferry?password=canary'],
    "A database URL isn't a command. Write the URL to a file and use --database-url-file.",
  ],
  [
    ['http://ferry:canary@127.0.0.1'],
    'Unknown command. To start the service, use only flags. Otherwise, use keys, audit, backup, restore, brand, webhooks, admins, organizations, users, receipts, status, migrate or check-config; see --help.',
  ],
  [['keys', 'list', 'postgres://127.0.0.1/ferry?password=canary', '--data', 'x'], 'keys list takes only flags.'],
];

test.each(misplacedFlags)(
  'a password in the wrong argument is not repeated: %j',
  { tags: ['@X3', '@T21'] },
  async (args, sentence) => {
    expect(await refusalOf(args)).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
  },
);

test.each([refused[0], refused.at(-1), misplacedFlags[0], misplacedFlags.at(-1)].flatMap((one) => (one ? [one] : [])))(
  'the program itself exits with 2 and prints the sentence for %j',
  { tags: '@X3' },
  async (args, sentence) => {
    expect(await runToEnd([...args])).toMatchObject({ code: 2, stdout: '', stderr: `${sentence}\n` });
  },
);

const flagsWithValue = ['port', 'host', 'seed', 'seed-at', 'migrations', 'companies', 'error-shape', 'public-url']
  .concat(['rate-limit', 'trust-proxy', 'log-level', 'database-url', 'database-url-file', 'nonsense'])
  .map((name) => `--${name}`);

test.each(flagsWithValue)(
  '%s doesn’t repeat a password given as its value',
  { tags: ['@X3', '@T21'] },
  async (flag) => {
    const { code, stdout, stderr } = await refusalOf([flag, `127.0.0.1,${secretAddress}`]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).not.toContain('canary');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  },
);

test('a message names a file in place of the folder, of the database, or in the path', { tags: '@X3' }, async () => {
  const folder = dataFolder();
  mkdirSync(folder);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const isFile = `The data folder ${file} is a file. Choose a folder with --data.\n`;
  for (const args of [
    ['--data', file],
    ['keys', 'list', '--data', file],
  ]) {
    expect(await runToEnd(args)).toMatchObject({ code: 2, stdout: '', stderr: isFile });
  }
  mkdirSync(join(folder, 'ferry.db'));
  for (const args of [
    ['--data', folder],
    ['keys', 'list', '--data', folder],
  ]) {
    const { code, stderr } = await runToEnd([...args]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `The file ${join(folder, 'ferry.db')} isn't a Ferry Service database, or it is damaged. Move or restore it, or choose another folder with --data.\n`,
    );
  }
});

test('an unreadable data folder is rejected with one sentence', { tags: '@X3' }, async ({ skip }) => {
  skip(process.getuid?.() === 0, 'root may read every folder');
  const folder = dataFolder();
  mkdirSync(folder);
  chmodSync(folder, 0o000);
  onTestFinished(() => chmodSync(folder, 0o700));
  for (const args of [
    ['--data', folder],
    ['keys', 'list', '--data', folder],
  ]) {
    const { code, stderr } = await runToEnd(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^(?:The data|There is no).*--data\.\n$/);
  }
});

// The lower limit stops the first start at the schema, the higher limit while it seeds the data.
test.each([470_000, 700_000])(
  'a full disk at the first start is rejected with one sentence (%d)',
  { tags: '@X3' },
  async (bytes) => {
    const around = ['prlimit', `--fsize=${bytes}:unlimited`];
    const { code, stdout, stderr } = await runToEnd(['--data', dataFolder(), '--log-level', 'silent'], { around });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^The service can't write to the data folder .* \(.*\)\. Free some space, or choose another folder with --data\.\n$/,
    );
  },
);

test(
  'for all spellings of loopback, control works and a foreign Host is rejected',
  { tags: ['@X3', '@T28'] },
  async () => {
    for (const host of ['127.1', 'LOCALHOST', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1', '[::1]']) {
      const service = await runService([
        '--host',
        host,
        '--allow-control',
        '--migrations',
        '1',
        '--log-level',
        'silent',
      ]);
      expect((await callService(service.line, '/control/state')).status).toBe(200);
      const { status } = await fetchWithHost(service.line.url, 'evil.example');
      expect({ host, status }).toEqual({ host, status: 421 });
      await service.end();
    }
  },
);

const fetchWithHost = async (url: string, host: string): Promise<{ status: number | undefined }> => {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const requested = request(`${url}/healthz`, { headers: { host } }, (reply) => {
      reply.resume();
      resolve({ status: reply.statusCode });
    });
    requested.on('error', reject).end();
  });
};

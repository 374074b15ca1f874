import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { processTexts } from '#test/fixtures/secrets/secret-search.ts';
import { startTestApi, takes } from '#test/fixtures/service/test-api.ts';
import { RunningCommand } from '#test/launch/running-command.ts';
import { temporaryFolder } from '#test/launch/temporary-folder.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningProcess, runService, runToEnd } from './run-service.ts';

let service: RunningProcess;
beforeAll(async () => {
  service = await runService(['--allow-control', '--webhooks-allow-loopback', '--log-level', 'silent']);
});
afterAll(() => service.end());

const program = path.join(projectRoot, 'out/verify/main.mjs');

/** Runs the program with this key in the environment, or without one if null. */
function run(args: readonly string[], apiKey: string | null = service.line.apiKey): RunningCommand {
  const command = new RunningCommand(process.execPath, [program, ...args], {
    env: { FERRY_API_KEY: apiKey ?? undefined, FERRY_BROWSER: '/nonexistent' },
  });
  onTestFinished(() => command.end());
  return command;
}

async function refusal(args: readonly string[], apiKey?: string | null) {
  const command = run(args, apiKey);
  const { code } = await command.ending();
  expect(command.stdout).toBe('');
  return { code, sentence: command.stderr };
}

test('a service that passes gives exit code 0, a final count and both reports', { tags: '@W11' }, async () => {
  using folder = temporaryFolder();
  const [junit, json, keyFile] = ['a.xml', 'a.json', 'key'].map((name) => path.join(folder.path, name));
  writeFileSync(keyFile ?? '', `${service.line.apiKey}\n`);
  const flags = [
    '--base-url',
    service.line.url,
    '--key-file',
    keyFile ?? '',
    '--junit',
    junit ?? '',
    '--json',
    json ?? '',
  ];
  const command = run(flags, null);
  expect(await command.ending()).toEqual({ code: 0, signal: null });
  expect(command.stdout).toBe('');
  const [warning, ...lines] = command.stderr.trimEnd().split('\n');
  expect(warning).toContain('will stop working');
  expect(lines.at(-1)).toMatch(/^(\d+) proofs: \d+ held, 0 violated, 3 skipped, 0 unclear, in [\d.]+ s\.$/);
  expect(lines.length - 1).toBe(Number(/^\d+/.exec(lines.at(-1) ?? '')?.[0]));
  expect(JSON.parse(readFileSync(json ?? '', 'utf8'))).toMatchObject({ exitCode: 0, counts: { violated: 0 } });
  expect(readFileSync(junit ?? '', 'utf8')).toContain(`tests="${lines.length - 1}" failures="0"`);
});

test('--list and --help need neither a service nor a key', { tags: '@W11' }, async () => {
  const list = run(['--list'], null);
  expect((await list.ending()).code).toBe(0);
  expect(list.stdout).toMatch(/^single_use\s+A token works once$/m);
  expect(list.stderr).toBe('');
  const help = run(['--help'], null);
  expect((await help.ending()).code).toBe(0);
  expect(help.stdout).toContain('--key-file <file>');
});

test("a run that can't start prints one sentence and exits with code 2", { tags: '@W11' }, async () => {
  using folder = temporaryFolder();
  const at = (name: string) => path.join(folder.path, name);
  writeFileSync(at('empty'), '\n');
  writeFileSync(at('words'), 'two words');
  const { url } = service.line;
  const refusals: readonly (readonly [args: readonly string[], sentence: RegExp, apiKey?: string | null])[] = [
    [[], /^Give the service's URL, such as --base-url/],
    [['--base-url', 'nowhere'], /^Enter a base URL with https/],
    [['--base-url', 'http://127.0.0.1:9'], /^Can't reach .+ \(.+\)\. Check the URL/],
    [['--base-url', url], /^No key\. Set FERRY_API_KEY/, null],
    [['--base-url', url], /^FERRY_API_KEY is empty/, ' '],
    [['--base-url', url], /rejects the key \(401\)/, 'ferry_test_notThisOne'],
    [['--base-url', url, '--key-file', at('none')], /can't be read \(ENOENT\)/],
    [['--base-url', url, '--key-file', folder.path], /can't be read \(EISDIR\)/],
    [['--base-url', url, '--key-file', at('empty')], /is empty/],
    [['--base-url', url, '--key-file', at('words')], /contains no API key/],
    [['--base-url', url, '--junit', at('no/folder.xml')], /can't be written \(ENOENT\)/],
    [['--base-url', url, '--json', folder.path], /can't be written \(EISDIR\)/],
    [['--base-url', url, '--api-key', 'x'], /^Don't pass a key as an argument/],
    [['--base-url', url, '--nothing'], /^Unknown option '--nothing'/],
  ];
  for (const [args, wanted, apiKey] of refusals) {
    const { code, sentence } = await refusal(args, apiKey);
    expect(sentence, args.join(' ')).toMatch(wanted);
    expect(sentence, args.join(' ')).toMatch(/^[^\n]+\.\n$/);
    expect(code).toBe(2);
  }
});

test.skipIf(process.getuid?.() === 0)('an unreadable key file gives one message', { tags: '@W11' }, async () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'key');
  writeFileSync(file, 'x');
  chmodSync(file, 0);
  const { code, sentence } = await refusal(['--base-url', service.line.url, '--key-file', file]);
  expect([code, sentence]).toEqual([2, expect.stringMatching(/EACCES/)]);
});

test(
  'Ctrl+C stops the run cleanly with a report, and the key is not in its arguments',
  { tags: ['@W11', '@T5'] },
  async () => {
    using folder = temporaryFolder();
    const json = path.join(folder.path, 'a.json');
    const apiKey = 'a-key-of-a-service-that-hangs';
    const isTaken = takes(apiKey);
    let requestsSent = (): void => undefined;
    const hangs = new Promise<void>((resolve) => (requestsSent = resolve));
    const api = await startTestApi((request, reply) => {
      if (request.url === '/healthz') isTaken(request, reply);
      else requestsSent();
    });
    onTestFinished(() => api.close());
    const command = run(['--base-url', api.url, '--json', json], apiKey);
    await hangs;
    expect(processTexts([command.pid]).get(`${command.pid} cmdline`)?.includes(apiKey) ?? false).toBe(false);
    command.pressCtrlC();
    expect(await command.ending()).toEqual({ code: 2, signal: null });
    expect(command.stderr).toMatch(
      /\nStopped before the last proof\.\n\d+ proofs: .+\.\n$|^Stopped before the last proof\.\n/,
    );
    expect(existsSync(json)).toBe(true);
  },
);

test('receipt checks a file with the key that the service prints', { tags: '@X32' }, async () => {
  const folder = dataFolder();
  await (await runService(['--data', folder, '--migrations', '0'])).end();
  const printKey = async () =>
    JSON.parse((await runToEnd(['receipts', 'key', '--data', folder])).stdout) as { publicKey: string };
  const { publicKey } = await printKey();
  expect(publicKey).toMatch(/^MCowBQYDK2VwAyEA[\w+/]{43}=$/);
  expect(await printKey()).toEqual({ publicKey });
  const help = run(['receipt', '--help'], null);
  expect((await help.ending()).code).toBe(0);
  expect(help.stdout).toContain('ferry-verify receipt FILE --key KEY');
  expect(await refusal(['receipt', path.join(folder, 'none.json'), '--key', publicKey])).toMatchObject({
    code: 2,
    sentence: expect.stringMatching(/^The file can't be read/),
  });
  expect(await refusal(['receipt', '--password=Kd9vQ2mX7rT4wZ8pL1nB'])).toMatchObject({
    code: 2,
    sentence: 'An argument is invalid. See ferry-verify receipt --help.\n',
  });
});

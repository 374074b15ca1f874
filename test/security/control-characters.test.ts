import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { plainName } from '#shared/plain-name.ts';
import type { ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import { createLog } from '#main/console/log/log.ts';
import { createRedactor } from '#main/console/log/redactor.ts';
import { systemClock } from '#main/console/clock/clock.ts';
import { readFlags } from '#main/hosts/browser/flags.ts';
import { jsonReport, markdownReport } from '#main/console/token-lab/report.ts';
import { say } from '#main/hosts/say.ts';
import { actingCharactersIn, looked } from '#test/fixtures/values/acting-characters.ts';
import { builtService } from '#test/fixtures/system/built-programs.ts';
import { startUntilReady } from '#test/fixtures/system/ready-line.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'ferry-characters-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test(
  'each control character is escaped in the log file and on the terminal, and one event is one line',
  { tags: '@T35' },
  () => {
    const userDataDir = path.join(scratch, 'log');
    const terminal: string[] = [];
    const echo = (line: string) => void terminal.push(line);
    const log = createLog({ userDataDir, clock: systemClock, redactor: createRedactor(), level: 'debug', echo });
    for (const one of looked) {
      log.error(`said a${one}b`, new Error(`cause ${one} end`, { cause: { [one]: one } }));
      log.warn('plain', `text ${one} end`);
    }
    const file = readFileSync(path.join(log.folder, 'ferry.log'), 'utf8');
    expect(file.trimEnd().split('\n')).toHaveLength(2 * looked.length);
    expect(actingCharactersIn(file)).toEqual([]);
    expect(terminal.filter((line) => line.includes('\n') || actingCharactersIn(line).length > 0)).toEqual([]);
    expect(log.recentProblems().flatMap(actingCharactersIn)).toEqual([]);
    expect(file).toContain(String.raw`said a\u001bb`);
  },
);

test(
  'messages of a host, even those that quote a flag, send no control characters to a terminal',
  { tags: '@T35' },
  () => {
    const written: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    try {
      for (const one of looked) {
        say(`The folder /home/a${one}b cannot be written.`);
        readFlags([`--po${one}rt`, `x${one}y`]);
        readFlags(['--port', `1${one}2x`]);
      }
    } finally {
      spy.mockRestore();
    }
    expect(written.length).toBe(3 * looked.length);
    expect(written.filter((text) => actingCharactersIn(text).length > 0 || !/^[^\n]+\n$/.test(text))).toEqual([]);
  },
);

test('the report of the token lab has no control characters, whatever a service replies', { tags: '@T35' }, () => {
  const message = looked.join('x');
  const at = '2026-11-21T10:00:00.000Z';
  const run: ProofRun = {
    id: 1,
    proofId: 'no_scheme',
    profileId: 'a',
    at,
    state: 'done',
    durationMs: 1,
    doing: null,
    wait: null,
    verdict: 'fail',
    title: message,
    text: message,
    expected: message,
    received: message,
    checks: [{ name: message, expected: message, received: message, verdict: 'fail' }],
    calls: [],
    time: 'none',
  };
  const subject = { version: '0', profile: message, environment: 'test', baseURL: null, at, runs: [run] };
  expect(actingCharactersIn(markdownReport(subject))).toEqual([]);
  expect(actingCharactersIn(jsonReport(subject))).toEqual([]);
  expect(JSON.parse(jsonReport(subject))).toMatchObject({ profile: message, runs: [{ received: message }] });
});

const runService = (...args: string[]) => spawnSync(process.execPath, [builtService, ...args], { encoding: 'utf8' });

test('the service’s standard error has no control characters', { tags: '@T35' }, () => {
  // A command line can't contain NUL.
  const all = looked.filter((one) => one !== '\0').join('');
  const folder = path.join(scratch, 'file');
  const outputs = [
    runService(`--unknown${all}`),
    runService('--port', `1${all}`),
    runService('--data', `/proc/${all}/x`),
    runService('--trust-proxy', `${all}`),
    runService('keys', 'list', '--data', `${folder}${all}`),
    runService('keys', `li${all}`),
    spawnSync(process.execPath, [builtService], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: `/proc/${all}` },
    }),
  ];
  for (const { stderr, status } of outputs) {
    expect(status).toBe(2);
    expect(actingCharactersIn(stderr)).toEqual([]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  }
});

test('`keys list` prints descriptions and names without control characters', { tags: '@T35' }, async () => {
  const folder = path.join(scratch, 'data');
  const rows = ['--migrations', '0', '--companies', '0'];
  const args = [builtService, '--port', '0', '--data', folder, ...rows];
  const service = await startUntilReady(process.execPath, args);
  expect(await service.stop()).toBe(0);
  const text = `a${looked.filter((one) => one !== '\0').join('')}b`;
  const wanted = ['--description', text, '--organization', text];
  const outputs = [
    runService('keys', 'create', '--data', folder, ...wanted),
    runService('keys', 'list', '--data', folder),
  ].map(({ stdout }) => stdout);
  for (const stdout of outputs) expect([actingCharactersIn(stdout), stdout.split('\n').length]).toEqual([[], 2]);
  const [, created] = JSON.parse(outputs[1] ?? '') as { description: string; organization: string }[];
  expect(created).toMatchObject({ description: plainName(text), organization: plainName(text) });
});

test('control characters of a request path don’t reach the service’s log', { tags: '@T35' }, async () => {
  const args = [builtService, '--port', '0', '--log-level', 'debug', '--access-log'];
  const service = await startUntilReady<{ url: string }>(process.execPath, args);
  const { port } = new URL(service.ready.url);
  for (const code of [0x1b, 0x7f, 0x9b, 0x85]) {
    const socket = connect(Number(port), '127.0.0.1');
    const exit = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    const target = `/api/v1/a${String.fromCharCode(code)}[2Jb?x=%1b%c2%9b%e2%80%ae`;
    socket.end(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`, 'latin1'));
    socket.resume();
    await exit;
  }
  await (await fetch(`${service.ready.url}/healthz?x=%1b%c2%9b`, { headers: { 'User-Agent': 'a\u009b[2J' } })).text();
  expect(await service.stop()).toBe(0);
  expect(service.stderr()).toContain('"route":"/healthz"');
  expect(actingCharactersIn(service.stderr())).toEqual([]);
  for (const line of service.stderr().trimEnd().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow();
});

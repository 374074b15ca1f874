import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { processesLeft } from './processes.ts';
import { RunningCommand } from './running-command.ts';

const probeApp = path.join(import.meta.dirname, '..', 'electron-runtime', 'probe-app');
const electron = await resolveTestElectron();
const isFakeService = electron.label.includes('stand-in');
console.log(`The tests run on ${electron.label}.`);

/** Runs the probe app on a virtual display. Its processes carry `mark` in their environment. */
const runProbe = (...flags: string[]) => {
  const mark = `probe ${randomUUID()}`;
  const probe = new RunningCommand(
    'xvfb-run',
    ['-a', '-s', '-screen 0 1280x800x24', electron.executable, '--no-sandbox', probeApp, ...flags],
    { env: { FERRY_TEST_MARK: mark, NODE_EXTRA_CA_CERTS: undefined } },
  );
  return { mark, probe };
};

test('runtime for tests: an app written for the product’s Electron finds every API it uses', async () => {
  expect(existsSync(electron.executable)).toBe(true);
  const { mark, probe } = runProbe();
  const ending = await probe.ending();
  expect({ ...ending, boot: probe.stderr.match(/^\[boot\] unhandled.*/m) }).toEqual({
    code: 0,
    signal: null,
    boot: null,
  });
  const { utilityProcess, ...results } = JSON.parse(probe.stdout);
  expect(results).toEqual({
    identity: { name: 'Probe App', version: '3.2.1', path: true },
    builtIns: {
      copies: [9, 2, 3],
      groups: { odd: [1, 3], even: [2] },
      resolvers: 'function',
      urls: [false, true],
      clone: [1],
      anyAborted: true,
    },
    signals: { attached: expect.any(Number), calls: [1, 0], ended: true },
    clones: true,
    certificates: { bundled: true, pem: true, extra: 0, refused: expect.stringContaining('must be one of') },
    pages: {
      title: 'Probe',
      navigations: [{ url: 'probe://app/', isMainFrame: true, isSameDocument: false }],
      reply: { status: 202, method: 'POST', body: 'ünïcode', thrown: 'TypeError' },
      handled: true,
      unhandled: true,
    },
    sessionFetch: {
      text: 'a body',
      cookies: ['none', 'none', 'stays=1', 'none'],
      aborted: 'AbortError',
      refused: true,
      empty: 204,
      viaNet: 200,
    },
  });
  // Newer Electron versions attach at most one listener.
  expect(results.signals.attached).toBeLessThanOrEqual(1);
  expect(utilityProcess).toMatchObject({ facts: { two: 2, arguments: ['an argument'], node: true }, echo: 3_000 });
  expect(await processesLeft(mark)).toEqual([]);
});

// Electron's default for an uncaught exception is a dialog.
test.runIf(isFakeService)(
  'runtime for tests: an uncaught exception in main exits with a code and shows no dialog',
  { tags: '@F24' },
  async () => {
    const { mark, probe } = runProbe('--then-throw');
    const { code } = await probe.ending();
    expect(code, probe.stderr).toBe(70);
    expect(probe.stderr).toContain('uncaught exception in main: SyntaxError');
    expect(await processesLeft(mark)).toEqual([]);
  },
);

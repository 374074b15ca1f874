import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardStart, type StartFacts } from './start-guard.ts';

const start = (args: readonly string[], facts: Partial<StartFacts> = {}) =>
  guardStart({ argv: ['ferry-console', ...args], env: {}, isPackaged: true, platform: 'linux', ...facts });

const weakeningSwitches = [
  '--ignore-certificate-errors',
  '--remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--inspect',
  '--no-sandbox',
  '--disable-web-security',
  '--proxy-server=http://name:secret@127.0.0.1:1',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--ssl-key-log-file=/tmp/keys',
  '--log-net-log=/tmp/log',
  '--user-data-dir=/tmp/x',
  '--load-extension=/tmp/x',
  '--js-flags=--expose-gc',
  '--enable-features=X',
  '--disable-features=NetworkServiceSandbox',
  '--renderer-cmd-prefix=/tmp/x',
  '--unsafely-treat-insecure-origin-as-secure=http://x',
  '--auth-server-allowlist=*',
  '--password-store=basic',
  '-r',
];

test("every Chromium or Node switch that isn't listed stops the start, in any spelling", { tags: '@T29' }, () => {
  const spellings: ((one: string) => string)[] = [
    (one) => one,
    (one) => one.replace(/^--?/, '-'),
    (one) => one.toUpperCase(),
    (one) => ` ${one}`,
    (one) => `\t${one} `,
    (one) => `\u00a0${one}`,
    (one) => one.replace(/^--?/, '\u2013'),
    (one) => `${one}=x`,
  ];
  for (const weakeningSwitch of weakeningSwitches) {
    for (const spell of spellings) {
      for (const args of [
        [spell(weakeningSwitch)],
        ['--', spell(weakeningSwitch)],
        ['ferry://x', spell(weakeningSwitch)],
        ['--user-data', spell(weakeningSwitch)],
      ]) {
        const found = start(args);
        expect('refusal' in found, JSON.stringify(args)).toBe(true);
        expect(JSON.stringify(found)).not.toContain('secret');
      }
    }
  }
  expect('refusal' in start(['/no-sandbox'], { platform: 'win32' })).toBe(true);
  expect('refusal' in start(['--user-data', '/no-sandbox'], { platform: 'win32' })).toBe(true);
  expect('refusal' in start(['-psn_0_1234'], { platform: 'darwin' })).toBe(false);
  expect('refusal' in start(['-Embedding'], { platform: 'win32' })).toBe(false);
  expect('refusal' in start(['-psn_0_1234 --no-sandbox'], { platform: 'darwin' })).toBe(true);
});

test('every argument that looks like a switch stops the start with a message on one line', { tags: '@T29' }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom('-', '--', ' --'), (text, prefix) => {
      const found = start([`${prefix}${text}`]);
      if (prefix === '--' && text === '') return;
      if (!('refusal' in found)) throw new Error('it starts');
      // oxlint-disable-next-line no-control-regex -- the message must not contain control characters
      expect(found.refusal).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    }),
  );
});

test('switches for display and language are accepted if their values are valid', { tags: '@T29' }, () => {
  const harmlessSwitches = [
    '--disable-gpu',
    '--force-device-scale-factor=1.25',
    '--ozone-platform=x11',
    '--lang=pt-BR',
  ];
  expect(start([...harmlessSwitches, '--user-data', '/tmp/a b', 'ferry://x --inspect'])).toEqual({
    userData: '/tmp/a b',
    dropped: [],
    switches: ['--disable-gpu', '--force-device-scale-factor', '--ozone-platform', '--lang'].map((name) => ({
      name,
      isOwn: false,
      problem: null,
    })),
  });
  for (const bad of ['--disable-gpu=1', '--disable-gpu=', '--lang', '--lang=../x', '--ozone-platform=headless']) {
    expect(start([bad])).toMatchObject({ refusal: expect.stringMatching(/doesn't start with --[a-z-]+\. Use --/) });
  }
});

test('--user-data needs a folder, even in a console that runs from source', () => {
  for (const args of [['--user-data'], ['--user-data='], ['--user-data', '--lang=de'], ['--user-data', ' ']]) {
    expect(start(args, { isPackaged: false })).toEqual({
      refusal: "Ferry Console doesn't start with --user-data. Use --user-data=FOLDER.",
    });
  }
  expect(start(['.', '--no-sandbox', '--user-data=x'], { isPackaged: false })).toMatchObject({
    userData: 'x',
    switches: [{ name: '--no-sandbox', problem: expect.stringContaining('Only these switches are allowed') }],
  });
});

test(
  "the start drops variables that weaken the console, and stops if a variable can't be dropped",
  { tags: '@T29' },
  () => {
    const env = {
      SSLKEYLOGFILE: '/tmp/keys',
      NODE_OPTIONS: '--inspect',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      HOME: '/h',
    };
    expect(start([], { env })).toMatchObject({
      dropped: ['SSLKEYLOGFILE', 'NODE_OPTIONS', 'NODE_TLS_REJECT_UNAUTHORIZED'],
    });
    expect(env).toEqual({ HOME: '/h' });
    expect(start([], { env: { ELECTRON_DISABLE_SANDBOX: '' } })).toMatchObject({
      refusal: expect.stringContaining('ELECTRON_DISABLE_SANDBOX is set'),
    });
  },
);

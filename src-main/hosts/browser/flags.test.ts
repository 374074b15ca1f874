import { afterEach, expect, test, vi } from 'vitest';
import { readFlags } from './flags.ts';

afterEach(() => vi.restoreAllMocks());

/** Returns the result of a command line and its output. */
function read(...argv: string[]) {
  let output = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  return { outcome: readFlags(argv), output };
}

test('flags are read in either spelling', () => {
  const flags = { port: 8080, userData: '/x y', open: false, keychain: 'memory' };
  const spelled = ['--port=8080', '--user-data', '/x y', '--no-open', '--keychain', 'memory'];
  expect(read(...spelled)).toEqual({ outcome: { ok: true, flags }, output: '' });
});

test('--help writes to standard error, explains links and exits with 0', () => {
  const { outcome, output } = read('--help');
  expect(outcome).toEqual({ ok: false, exitCode: 0 });
  expect(output).toContain('--user-data <folder>');
  expect(output.replaceAll(/\s+/g, ' ')).toContain(
    'A link works once and expires after 60 seconds. For a new link, press Enter in the terminal',
  );
});

test.each([
  [['--port', 'abc'], /'abc' is invalid\. The port must be a number from 0 to 65535/],
  [['--port', '65536'], /'65536' is invalid\. The port must be a number from 0 to 65535/],
  [['--port', '-1'], /'-1' is invalid\. The port must be a number from 0 to 65535|argument missing/],
  [['--port', '1.5'], /'1\.5' is invalid\. The port must be a number/],
  [['--port', '0x50'], /'0x50' is invalid\. The port must be a number/],
  [['--port='], /is invalid\. The port must be a number/],
  [['--port'], /'--port <number>' argument missing/],
  [['--keychain', 'disk'], /'disk' is invalid\. Allowed choices are system, memory/],
  [['--keychain'], /'--keychain <kind>' argument missing/],
  [['--user-data'], /'--user-data <folder>' argument missing/],
  [['--user-data', ''], /is invalid\. Give a folder name, such as \.\/ferry-data/],
  [['--user-data='], /is invalid\. Give a folder name/],
  [['--user-data', 'a\0b'], /is invalid\. Give a folder name/],
  [['--userdata', 'x'], /Unknown option '--userdata' \(Did you mean --user-data\?\)/],
  [['--remote-debugging-port=1'], /Unknown option '--remote-debugging-port=1'/],
  [['--bad\u001B[31m\r\u202E'], /Unknown option '--bad\\u001b\[31m\\u000d\\u202e'/],
  [['folder'], /Too many arguments/],
])(
  'the arguments %j are rejected with one sentence that says what to write instead',
  { tags: '@T35' },
  (argv, sentence) => {
    const { outcome, output } = read(...argv);
    expect(outcome).toEqual({ ok: false, exitCode: 2 });
    expect(output).toMatch(sentence);
    expect(output).toMatch(/^[A-Z][^\n]+[.?)] --help lists the flags\.\n$/);
  },
);

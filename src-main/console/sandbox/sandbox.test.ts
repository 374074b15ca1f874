import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import { defaultSettings } from '../settings/settings-document.ts';
import { createSandbox } from './sandbox.ts';

test('an unfinished line is truncated at 64 KiB, and only a line feed ends a line', async () => {
  const lines: string[] = [];
  const info = (line: string) => void lines.push(line);
  const sandbox = createSandbox({
    userDataDir: '/data',
    clock: systemClock,
    log: { info, warn: info } as ConsolePorts['log'],
    settings: { current: defaultSettings, onChange: () => () => undefined },
    launchService: () => {
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      for (let count = 0; count < 40; count += 1) stderr.write('x'.repeat(10_000));
      stderr.write('\na\u2028b\rc\n');
      stdout.write('{"url":"http://127.0.0.1:1/",');
      stdout.write('"apiKey":"k"}\n');
      return { stdout, stderr, onExit: () => undefined, stop: () => undefined };
    },
  });
  expect(await sandbox.endpoint()).toEqual({ ok: true, value: { url: 'http://127.0.0.1:1', apiKey: 'k' } });
  expect(lines.map((line) => line.length)).toEqual(['sandbox: '.length + 65_536, 'sandbox: a.b.c'.length]);
  expect(lines[1]).toBe('sandbox: a\u2028b\rc');
});

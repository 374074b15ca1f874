import { expect, test } from 'vitest';
import { isNoise, electronExitReason } from './run-electron.ts';

test(
  'each known cause of an exit of Electron has a specific reason, and any other exit shows its code',
  { tags: '@F24' },
  () => {
    const sandbox =
      '[9:1121/1.2:FATAL:setuid_sandbox_host.cc(158)] The SUID sandbox helper binary was found, but is not configured';
    const cases: readonly [message: string, reason: RegExp][] = [
      [sandbox, /the system doesn't allow its sandbox$/],
      ['[1:1/1.1:ERROR:ozone_platform_x11.cc(239)] Missing X server or $DISPLAY', /the display isn't responding$/],
      ['electron: error while loading shared libraries: libnss3.so: cannot open', /library libnss3\.so$/],
      ['', /\(SIGSEGV\)$/],
    ];
    for (const [message, reason] of cases) expect(electronExitReason(message, null, 'SIGSEGV')).toMatch(reason);
    expect(electronExitReason('', 7, null)).toBe('Electron exited before its window opened (code 7)');
  },
);

test('the launcher drops Chromium’s lines from Electron’s standard error, but not the console’s lines', () => {
  expect(isNoise('[14725:1121/133738.047850:ERROR:bus.cc(399)] Failed to connect to the bus')).toBe(true);
  expect(isNoise('[14725:1121/133738.047850:WARNING:a.cc(3)] b')).toBe(true);
  expect(isNoise('The user-data folder /x cannot be written.')).toBe(false);
});

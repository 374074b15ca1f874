import { expect, test } from 'vitest';
import { decideHost, type FoundElectron, type Surroundings } from './decide-host.ts';

const desktop: Surroundings = { platform: 'linux', isRoot: false, env: { DISPLAY: ':0' } };
const there: FoundElectron = { there: true };

/** Returns the choice, and whether the code searched for the runtime. */
async function decide(around: Surroundings, found: FoundElectron = there) {
  let looked = false;
  const choice = await decideHost(around, async () => {
    looked = true;
    return found;
  });
  return { ...choice, looked };
}

test('the console opens in Electron with X11 or Wayland, and on macOS and Windows without either variable', async () => {
  const wayland: Surroundings = { ...desktop, env: { WAYLAND_DISPLAY: 'wayland-0' } };
  const others = (['darwin', 'win32'] as const).map((platform) => ({ ...desktop, platform, env: {} }));
  for (const around of [desktop, wayland, ...others]) {
    expect(await decide(around)).toEqual({ host: 'electron', looked: true });
  }
});

test('the console opens in the browser for root, without trying a download', async () => {
  expect(await decide({ ...desktop, isRoot: true })).toEqual({
    host: 'browser',
    reason: "you are root, and Electron's sandbox doesn't run as root",
    looked: false,
  });
});

test('the console opens in the browser without a display, without trying a download', { tags: '@F24' }, async () => {
  expect(await decide({ ...desktop, env: { DISPLAY: '' } })).toEqual({
    host: 'browser',
    reason: 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)',
    looked: false,
  });
});

test(
  'the console opens in the browser, and says why, if the Electron runtime is unavailable',
  { tags: '@F24' },
  async () => {
    const reason = 'the download received no data for 15 seconds';
    expect(await decide(desktop, { there: false, reason })).toEqual({ host: 'browser', reason, looked: true });
  },
);

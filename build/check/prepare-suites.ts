import { ensureBuild } from '#build/launch/ensure-build.ts';
import { LaunchFault } from '#build/launch/launch-fault.ts';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { oneFailed, onePassed, type Say, type Suite } from './suite.ts';

/** A step of this process; a fault of it is its sentence. */
const step = (name: string, run: (say: Say) => Promise<void>): Suite => ({
  name,
  run: async (say) => {
    try {
      await run(say);
      return onePassed;
    } catch (error) {
      if (!(error instanceof LaunchFault)) throw error;
      const lines = error.message.split('\n');
      for (const line of lines) say(line);
      return oneFailed(lines);
    }
  },
});

/** What the suites after it run on: the Electron of the tests, and the build. */
export const prepareSuites: readonly Suite[] = [
  step('electron', async (say) => {
    process.env['FERRY_TRY_ELECTRON_DOWNLOAD'] = '1';
    const { label } = await resolveTestElectron();
    delete process.env['FERRY_TRY_ELECTRON_DOWNLOAD'];
    say(`The tests run on ${label}.`);
  }),
  step('build', () => ensureBuild()),
];

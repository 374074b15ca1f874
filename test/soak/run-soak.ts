import { makeDesktopSession } from '#build/check/desktop-session.ts';
import { readFlakyTests } from '#build/check/flaky-tests.ts';
import { endCommandsOnSignal } from '#build/launch/base/run-command.ts';
import { runSuites, type Stage } from '#build/check/run-suites.ts';
import { playwrightSuite, prepareSuites, vitestSuite } from '#build/check/suites.ts';
import { exitWithResult, readFlags, UsageFault } from '#build/launch/base/launch-fault.ts';
import { hasNewerPostgres, installNewerPostgres } from './newer-postgres.ts';
import { repeatFlaky } from './repeat-flaky.ts';
import { makeLoad, repeatedStages } from './repeated-runs.ts';
import { schemaFuzz } from './schema-fuzz.ts';

const maxFlakyRuns = 50;

const usage = `npm run soak -- [--times N] [--load N] [--only LIST] [--flaky]
Runs the long hunts: the tests that draw samples in npm test, with the full counts, every page in both hosts, the
PostgreSQL tests on the newest version, and Schemathesis against the service's OpenAPI document, if Python can
install it.
--times N     repeats npm test N times instead
--flaky       repeats each flaky test of the last runs until it fails, at most ${maxFlakyRuns} times (or --times N)
--load N      keeps N cores busy meanwhile
--only LIST   only these suites, for example contract,faults`;

const refuse = (sentence: string): never => {
  throw new UsageFault(sentence, usage);
};

const wholeNumber = (flag: string, text: string): number =>
  /^\d{1,3}$/.test(text) ? Number(text) : refuse(`${flag} takes a whole number.`);

const options = {
  times: { type: 'string' },
  load: { type: 'string', default: '0' },
  only: { type: 'string', default: '' },
  flaky: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Runs the suites one after the other, with full sample counts. */
function longHunts(wrap: (command: readonly string[]) => readonly string[]): readonly Stage[] {
  process.env['FERRY_SOAK'] = '1';
  const projects = ['unit', 'service', 'long', 'contract', 'security', 'faults'];
  const suites = [
    ...projects,
    ...(process.platform === 'linux' ? ['postgres', 'postgres-all', 'providers', 'providers-all', 'servers-all'] : []),
  ].map((name) => vitestSuite(name, wrap));
  if (hasNewerPostgres) {
    const programs = `FERRY_TEST_POSTGRES_PROGRAMS=${installNewerPostgres()}`;
    const onNewest = (command: readonly string[]) => wrap(['env', programs, ...command]);
    for (const name of ['postgres', 'postgres-all']) {
      suites.push({ ...vitestSuite(name, onNewest), name: `${name}, newest version` });
    }
  }
  const pages = ['browser', 'browser-all', 'electron'].map((name) => playwrightSuite(name, wrap));
  return [[prepareSuites], [[...suites, schemaFuzz, ...pages]]];
}

await exitWithResult(async () => {
  const { times, load, only, flaky, help } = readFlags({ options }, usage).values;
  if (help) {
    console.log(usage);
    return 0;
  }
  const [runs, cores] = [times && wholeNumber('--times', times), wholeNumber('--load', load)];
  endCommandsOnSignal();
  const session = makeDesktopSession();
  process.on('exit', session.remove);
  if (flaky) {
    const tests = readFlakyTests();
    if (tests.length === 0) {
      console.log('The last runs had no flaky test.');
      return 0;
    }
    makeLoad(cores);
    return runSuites([[prepareSuites], [tests.map((test) => repeatFlaky(test, runs || maxFlakyRuns, session))]]);
  }
  if (!runs) return runSuites(longHunts(session.wrap));
  makeLoad(cores);
  const names = only.split(',').filter((name) => name !== '');
  return runSuites(repeatedStages(session, runs, names));
});

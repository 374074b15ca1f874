import { parseArgs } from 'node:util';
import { makeDesktopSession } from '#build/check/desktop-session.ts';
import { playwrightSuite } from '#build/check/playwright-suite.ts';
import { prepareSuites } from '#build/check/test-stages.ts';
import { endCommandsOnSignal } from '#build/check/run-command.ts';
import { runSuites, type Stage } from '#build/check/run-suites.ts';
import { vitestProjects, vitestSuite } from '#build/check/vitest-suite.ts';
import { endWith, UsageFault } from '#build/launch/base/launch-fault.ts';
import { hasNewerPostgres, installNewerPostgres } from './newer-postgres.ts';
import { makeLoad, repeatedStages } from './repeated-runs.ts';
import { schemaFuzz } from './schema-fuzz.ts';

/** A whole night is no failure. */
const budgetMinutes = 12 * 60;

const usage = `npm run soak -- [--times N] [--load N] [--only LIST]
Runs the long hunts: the tests that take samples in npm test, with the full counts, every page in both hosts, the tests
of PostgreSQL once more on its newest version, and Schemathesis against the service's own document, where Python can
have it.
--times N     the hunt for races in their place: npm test so many times
--load N      cores that are kept busy meanwhile
--only LIST   suites of these names alone, as contract,faults`;

const refuse = (sentence: string): never => {
  throw new UsageFault(sentence, usage);
};

const wholeNumber = (flag: string, text: string): number =>
  /^\d{1,3}$/.test(text) ? Number(text) : refuse(`${flag} takes a whole number.`);

function readFlags() {
  try {
    return parseArgs({
      options: {
        times: { type: 'string' },
        load: { type: 'string', default: '0' },
        only: { type: 'string', default: '' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** The long hunts: the tests that take samples in `npm test`, with the full counts, and every page in
 * both hosts. One suite after the other. */
async function longHunts(wrap: (command: readonly string[]) => readonly string[]): Promise<readonly Stage[]> {
  process.env['FERRY_SOAK'] = '1';
  const here = (await vitestProjects()).map(({ name }) => name);
  const suites = ['unit', 'service', 'postgres', 'contract', 'security', 'faults']
    .filter((name) => here.includes(name))
    .map((name) => vitestSuite(name, budgetMinutes, wrap));
  if (hasNewerPostgres) {
    const programs = `FERRY_TEST_POSTGRES_PROGRAMS=${installNewerPostgres()}`;
    const suite = vitestSuite('postgres', budgetMinutes, (command) => wrap(['env', programs, ...command]));
    suites.push({ ...suite, name: 'postgres, newest' });
  }
  const pages = ['console-browser', 'console-electron'].map((name) => playwrightSuite(name, budgetMinutes, wrap));
  return [[prepareSuites], [[...suites, schemaFuzz, ...pages]]];
}

await endWith(async () => {
  const { times, load, only, help } = readFlags();
  if (help) {
    console.log(usage);
    return 0;
  }
  const [runs, cores] = [times && wholeNumber('--times', times), wholeNumber('--load', load)];
  endCommandsOnSignal();
  const session = makeDesktopSession();
  process.on('exit', session.remove);
  if (!runs) return runSuites(await longHunts(session.wrap));
  makeLoad(cores);
  const names = only.split(',').filter((name) => name !== '');
  return runSuites(await repeatedStages(session, runs, names));
});

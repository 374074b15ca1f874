import { makeDesktopSession } from '#build/check/desktop-session.ts';
import { runReported } from '#build/check/reported-suite.ts';
import type { NamedTest } from '#build/check/suite.ts';
import { playwrightRun } from '#build/check/suites.ts';
import { exitWithResult, readFlags } from '#build/launch/base/launch-fault.ts';
import { endCommandsOnSignal } from '#build/launch/base/run-command.ts';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { resolveTestElectron } from './resolve-test-electron.ts';

const usage = `npm run test:electron -- [FILE ...]
Runs the specs of Electron, or the named files of test/e2e, in the installed Electron. Downloads the wanted version if
it can, else uses the older one of the tests. Prints each test that did not pass.
Exit code: 0 all tests passed in the wanted Electron, 1 a test failed, 2 the older Electron ran.`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Returns rows of a Markdown table. Every test is expected to pass. */
const rowsOf = (outcome: string, tests: readonly NamedTest[]): string[] =>
  tests.map(({ place, title, text }) => {
    const [reason = ''] = text.split('\n');
    return `| ${[`${place} ${title}`, 'passes', outcome, reason].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });

await exitWithResult(async () => {
  const { positionals } = readFlags({ allowPositionals: true, options: {} }, usage);
  const { label, isStandIn } = await resolveTestElectron(true);
  say(`The specs run on ${label}.`);
  await ensureBuild();
  endCommandsOnSignal();
  const session = makeDesktopSession();
  process.on('exit', session.remove);
  const run = playwrightRun([...positionals, '--project', 'electron'], session.wrap);
  const { passed, failures, flaky, skips } = await runReported(run, say);
  const rows = [...rowsOf('fails', failures), ...rowsOf('passes when repeated', flaky), ...rowsOf('skipped', skips)];
  if (rows.length > 0)
    say(['', '| test | expected | result | reason |', '| --- | --- | --- | --- |', ...rows].join('\n'));
  say(`\n${label}: ${passed} passed, ${rows.length} differ from what is expected.`);
  if (failures.length > 0) return 1;
  if (isStandIn) say('The wanted Electron was not tested, because it could not be downloaded.');
  return isStandIn ? 2 : 0;
});

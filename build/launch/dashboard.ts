import { serviceProgram } from '#service/cli/program.ts';
import { ensureBuild } from './ensure-build.ts';
import { LaunchFault } from './base/launch-fault.ts';

/** The default data folder. */
const folder = 'ferry-data';

// The first user's email address, followed by flags of the service.
const [email = '', ...flags] = process.argv.slice(2);
const placed = flags.some((flag) => /^--(?:data|database-url)/.test(flag)) ? [] : ['--data', folder];

try {
  await ensureBuild();
  await serviceProgram().parseAsync(['--dashboard', '--invite-owner', email, ...placed, ...flags], { from: 'user' });
} catch (error) {
  if (error instanceof LaunchFault) process.stderr.write(`${error.message}\n`);
  else if (!(error instanceof Error && 'exitCode' in error)) throw error;
  process.exitCode = 2;
}

import type { Command } from 'commander';
import { UserError } from '#shared/user-error.ts';
import { onPlace } from './with-store.ts';

const unsafeExitCode = 1;

const showStatus = onPlace(async (place) => {
  const status = await place.status();
  const isSafe = status.obstacle === null;
  if (!isSafe) process.exitCode = unsafeExitCode;
  return { ...status, safe: isSafe };
});

const migrate = onPlace(async (place) => {
  // A place without data has no status yet.
  const previous = await place.status().catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  });
  await (await place.open()).close();
  const { schema } = await place.status();
  return { schema, steps: schema - (previous?.schema ?? 0) };
});

export const addUpgradeCommands = (program: Command): void => {
  program
    .command('status')
    .description('Print whether an upgrade to this version is safe: schema, pending steps and running instances.')
    .action(showStatus);
  program
    .command('migrate')
    .description('Update the schema of the data before the first instance of this version starts.')
    .action(migrate);
};

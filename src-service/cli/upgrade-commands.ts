import type { Command } from 'commander';
import { UserError } from '#shared/user-error.ts';
import { onPlace } from './with-store.ts';

const unsafeExitCode = 1;

const showStatus = onPlace(async (place) => {
  const statusResult = await place.status();
  if (!statusResult.ok) throw new UserError(statusResult.sentence);
  if (statusResult.status.obstacle !== null) process.exitCode = unsafeExitCode;
  return { ...statusResult.status, safe: statusResult.status.obstacle === null };
});

const migrate = onPlace(async (place) => {
  const previous = await place.status();
  const openResult = await place.open();
  if (!openResult.ok) throw new UserError(openResult.sentence);
  await openResult.store.close();
  const newStatus = await place.status();
  if (!newStatus.ok) throw new UserError(newStatus.sentence);
  const { schema } = newStatus.status;
  return { schema, steps: schema - (previous.ok ? previous.status.schema : 0) };
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

import { Command, CommanderError } from 'commander';
import { brand } from '#shared/brand.ts';
import { serviceVersion } from '../service-version.ts';
import { refusedExitCode } from './exit-codes.ts';
import { addKeys } from './keys-command.ts';
import { addServe } from './serve-command.ts';

const program = new Command('service')
  .description(`${brand.serviceName} Service: the HTTP API, its tokens and the modal, on this computer.`)
  .version(serviceVersion)
  .enablePositionalOptions()
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) });
addServe(program);
addKeys(program);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : refusedExitCode;
}

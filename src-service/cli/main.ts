import { Command, CommanderError } from 'commander';
import { brand } from '#shared/brand.ts';
import { serviceVersion } from '../service-version.ts';
import { addKeys } from './keys-command.ts';
import { refuseInOneSentence, refuseStart } from './refusals.ts';
import { addServe } from './serve-command.ts';

const program = new Command('service')
  .description(`${brand.serviceName} Service: the HTTP API, its tokens and the modal, on this computer.`)
  .version(serviceVersion)
  .enablePositionalOptions();
addServe(program);
addKeys(program);
refuseInOneSentence(program, refuseStart);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
}

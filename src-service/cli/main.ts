import { CommanderError } from 'commander';
import { serviceProgram } from './program.ts';

try {
  await serviceProgram().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
}

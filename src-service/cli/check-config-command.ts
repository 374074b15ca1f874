import type { Command } from 'commander';
import { applySettings, configJsonSchema } from './config-file.ts';
import { filePath } from './flags.ts';
import { refuseStart } from './refusals.ts';
import { print } from './with-store.ts';

export const addCheckConfig = (program: Command): void => {
  program
    .command('check-config')
    .description('Check a ferry-service.json and the variables FERRY_SERVICE_…, or print the schema of the file.')
    .argument('[file]', 'file to check', filePath)
    .option('--schema', 'print the JSON Schema for editors')
    .action((file: string | undefined, { schema }: { readonly schema?: true }) => {
      if (schema) return print(configJsonSchema(program));
      if (file === undefined) return refuseStart('check-config needs a <file> or --schema.');
      const refused = applySettings(program, file, process.env);
      return refused === undefined ? print({ valid: true }) : refuseStart(refused);
    });
};

import { Command } from 'commander';
import { brand } from '#shared/brand.ts';
import { serviceVersion } from '../operations/service-version.ts';
import { publicKeyOf } from '../receipts/receipt-proof.ts';
import { addAdmins } from './admins-command.ts';
import { addAudit } from './audit-command.ts';
import { addBackup } from './backup-command.ts';
import { addBrand } from './brand-command.ts';
import { applySettings, configJsonSchema } from './config-file.ts';
import { filePath, placeOptions } from './flags.ts';
import { addKeys } from './keys-command.ts';
import { commandsBelow, refuseInOneSentence, refuseStart } from './refusals.ts';
import { addOrganizations } from './organizations-command.ts';
import { addServe } from './serve-command.ts';
import { addUpgradeCommands } from './upgrade-commands.ts';
import { addUsers } from './users-command.ts';
import { addWebhooks } from './webhooks-command.ts';
import { onStore, print } from './with-store.ts';

const addCheckConfig = (program: Command): void => {
  program
    .command('check-config')
    .description("Check a ferry-service.json file and FERRY_SERVICE_… variables, or print the file's schema.")
    .argument('[file]', 'file to check', filePath)
    .option('--schema', 'print the JSON Schema for editors')
    .action((file: string | undefined, { schema }: { readonly schema?: true }) => {
      if (schema) return print(configJsonSchema(program));
      if (file === undefined) return refuseStart('check-config needs a <file> or --schema.');
      const refusal = applySettings(program, file, process.env);
      return refusal === undefined ? print({ valid: true }) : refuseStart(refusal);
    });
};

const addReceipts = (program: Command): void => {
  program
    .command('receipts')
    .description('Manage the key that signs receipts of migrations.')
    .command('key')
    .description('Print the public key that ferry-verify receipt needs to check signatures.')
    .action(onStore(async ({ store }) => ({ publicKey: publicKeyOf(await store.receiptKeys.privateKey()) })));
};

export const serviceProgram = (): Command => {
  const program = new Command('service')
    .description(`${brand.serviceName} Service: the HTTP API, link tokens and the modal.`)
    .version(serviceVersion)
    .enablePositionalOptions();
  addServe(program);
  addKeys(program);
  addAudit(program);
  addBackup(program);
  addBrand(program);
  addWebhooks(program);
  addAdmins(program);
  addOrganizations(program);
  addUsers(program);
  addReceipts(program);
  addUpgradeCommands(program);
  for (const command of commandsBelow(program)) {
    for (const option of placeOptions("the service's data folder")) command.addOption(option);
  }
  addCheckConfig(program);
  refuseInOneSentence(program, refuseStart);
  return program;
};

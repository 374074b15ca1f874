import { Command } from 'commander';
import { brand } from '#shared/brand.ts';
import { erasedUserIdSchema } from '#shared/erasure-api/erase-user.ts';
import { eraseUser } from '../erasure/erase-user.ts';
import { serviceVersion } from '../operations/service-version.ts';
import { publicKeyOf } from '../receipts/receipt-proof.ts';
import { addAdmins } from './admins-command.ts';
import { addAudit } from './audit-command.ts';
import { addBackup } from './backup-command.ts';
import { addBrand } from './brand-command.ts';
import { applySettings, configJsonSchema } from './config-file.ts';
import { filePath, placeOptions, refuseValue } from './flags.ts';
import { addKeys } from './keys-command.ts';
import { commandsBelow, refuseInOneSentence, refuseStart } from './refusals.ts';
import { addOrganizations } from './organizations-command.ts';
import { addServe } from './serve-command.ts';
import { addUpgradeCommands } from './upgrade-commands.ts';
import { addWebhooks } from './webhooks-command.ts';
import { addOrganizationOption, onOrganization, onStore, print } from './with-store.ts';

const userId = (text: string): string =>
  erasedUserIdSchema.safeParse(text).data ?? refuseValue('the ID of an end user, with 1 to 254 characters');

const addUsers = (program: Command): void => {
  const eraseCommand = program
    .command('users')
    .description("Erase end users' data.")
    .command('erase')
    .description(
      "Replace an end user's ID everywhere, delete the user's item results, and end the user's migrations in progress.",
    )
    .argument('<user_id>', 'ID of the end user', userId)
    .action(
      onOrganization(({ store, organization, author }, id: string) => eraseUser(store, organization, id, author)),
    );
  addOrganizationOption(eraseCommand);
};

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

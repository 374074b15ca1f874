import { Command } from 'commander';
import { brand } from '#shared/brand.ts';
import { serviceVersion } from '../operations/service-version.ts';
import { addAdmins } from './admins-command.ts';
import { addAudit } from './audit-command.ts';
import { addBackup } from './backup-command.ts';
import { addBrand } from './brand-command.ts';
import { addCheckConfig } from './check-config-command.ts';
import { addKeys } from './keys-command.ts';
import { refuseInOneSentence, refuseStart } from './refusals.ts';
import { addServe } from './serve-command.ts';
import { addUpgradeCommands } from './upgrade-commands.ts';
import { addUsers } from './users-command.ts';
import { addWebhooks } from './webhooks-command.ts';

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
  addUsers(program);
  addUpgradeCommands(program);
  addCheckConfig(program);
  refuseInOneSentence(program, refuseStart);
  return program;
};

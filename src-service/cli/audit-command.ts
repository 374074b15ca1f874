import { once } from 'node:events';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { visibleText } from '#shared/visible-text.ts';
import { auditEntries, checkAudit } from '../store/base/audit-store.ts';
import type { StoreFlags } from '../open-store.ts';
import { placeOptions } from './flags.ts';
import { refuseStart } from './refusals.ts';
import { print, withStore } from './with-store.ts';

const brokenExitCode = 1;

interface VerifyFlags extends StoreFlags {
  readonly head?: string;
}

const headHash = (text: string): string => {
  if (/^[\da-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It must be the 64 hexadecimal digits that audit verify printed.');
};

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

const verify = ({ head: wanted, ...flags }: VerifyFlags): Promise<void> =>
  withStore('audit verify', flags, async ({ audit }) => {
    let isKnown = wanted === undefined;
    const { head, fault } = await checkAudit(audit, ({ hash }) => {
      isKnown ||= hex(hash) === wanted;
    });
    if (fault !== undefined || !isKnown) {
      refuseStart(
        fault?.sentence ?? 'No entry of the audit log has this hash. Entries were removed, or the log was replaced.',
      );
      process.exitCode = brokenExitCode;
      return;
    }
    print({ entries: head.number, head: hex(head.hash) });
  });

const exportEntries = (flags: StoreFlags): Promise<void> =>
  withStore('audit export', flags, async ({ audit }) => {
    const { number } = await audit.head();
    for await (const { text, hash } of auditEntries(audit, number)) {
      const line = visibleText(JSON.stringify({ ...JSON.parse(text), hash: hex(hash) }));
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
    }
  });

export const addAudit = (program: Command): void => {
  const audit = program.command('audit').description('Check and export the audit log.');
  audit
    .command('verify')
    .description('Check that no entry was changed, removed or moved; print the number of entries and the last hash.')
    .option('--head <hash>', 'hash from an earlier check; the log must still contain its entry', headHash)
    .action(verify);
  audit.command('export').description('Print all entries as JSON Lines, oldest first.').action(exportEntries);
  for (const command of audit.commands) {
    for (const option of placeOptions("the service's data folder")) command.addOption(option);
  }
};

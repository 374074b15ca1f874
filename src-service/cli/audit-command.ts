import { once } from 'node:events';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { visibleText } from '#shared/visible-text.ts';
import { auditEntries, checkAudit } from '../store/audit-store.ts';
import type { StoreFlags } from '../open-store.ts';
import { placeOptions } from './flags.ts';
import { refuseStart } from './refusals.ts';
import { print, withStore } from './with-store.ts';

/** Exit code of a log that is not as it was written. */
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
        fault?.sentence ??
          'No entry of the audit log has this hash: what was written after it was noted is not in the log, or the log was written anew.',
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
  const audit = program.command('audit').description('Check and export the log of keys, control calls and refusals.');
  audit
    .command('verify')
    .description(
      'Check that no entry was changed, removed or moved; print how many there are and the hash of the last.',
    )
    .option('--head <hash>', 'hash that was printed before: its entry must still be there', headHash)
    .action(verify);
  audit.command('export').description('Print all entries as JSON Lines, oldest first.').action(exportEntries);
  for (const command of audit.commands) {
    for (const option of placeOptions('folder of the data of the service')) command.addOption(option);
  }
};

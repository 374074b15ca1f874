import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { type AuditRecord, findBreak } from '../store/base/audit-store.ts';
import { auditEntries, type AuditStore, checkAudit } from '../store/create-audit-store.ts';
import { UserError } from '#shared/user-error.ts';
import { type AuditOutput, exportedEntries, fileOutput, standardOutput } from './audit-output.ts';
import { filePath, refuseValue, wholeNumber } from './flags.ts';
import { refuseStart } from './refusals.ts';
import { onStore } from './with-store.ts';

const brokenExitCode = 1;

interface VerifyFlags {
  readonly head?: string;
  readonly exported?: readonly string[];
}

interface ExportFlags {
  readonly after?: number;
  readonly cursor?: string;
  readonly to?: string;
  readonly follow?: boolean;
}

const headHash = (text: string): string =>
  /^[\da-f]{64}$/i.test(text) ? text.toLowerCase() : refuseValue('the 64 hexadecimal digits that audit verify printed');

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

async function* withExported(
  audit: Pick<AuditStore, 'read'>,
  files: readonly string[],
  until: number,
): AsyncGenerator<AuditRecord> {
  let last = 0;
  for await (const entry of exportedEntries(files)) {
    if (last === 0) yield* auditEntries(audit, entry.number - 1);
    if (entry.number <= last) continue;
    yield entry;
    last = entry.number;
  }
  yield* auditEntries(audit, until, last);
}

const verify = onStore(async ({ store: { audit } }, { head: wanted, exported = [] }: VerifyFlags) => {
  let isKnown = wanted === undefined;
  const { head, fault } = await checkAudit(audit, ({ hash }) => {
    isKnown ||= hex(hash) === wanted;
  });
  const unknown = isKnown
    ? undefined
    : 'No entry of the audit log has this hash. If the hash is right, entries were removed or the log was replaced.';
  const sentence =
    fault?.sentence ?? unknown ?? (await findBreak(withExported(audit, exported, head.number), head))?.sentence;
  if (sentence === undefined) return { entries: head.number, head: hex(head.hash) };
  return refuseStart(sentence, brokenExitCode);
});

const entriesPerWrite = 1_000;
const followMs = 1_000;

const hasEntry = async (audit: Pick<AuditStore, 'read'>, { number, hash }: NonNullable<AuditOutput['last']>) => {
  if (hash === undefined) return true;
  const [entry] = await audit.read(number - 1, 1);
  return entry?.number === number && hex(entry.hash) === hex(hash);
};

const exportTo = async (output: AuditOutput, audit: Pick<AuditStore, 'read' | 'head'>, follow: boolean) => {
  const { last } = output;
  if (last !== undefined && !(await hasEntry(audit, last))) {
    throw new UserError(
      `The audit log doesn't have the last exported entry, ${last.number}. The entry was deleted or changed, or this is a different log. Export to a new file.`,
    );
  }
  let after = last?.number ?? 0;
  for (;;) {
    const { number } = await audit.head();
    while (after < number) {
      const entries = await audit.read(after, Math.min(entriesPerWrite, number - after));
      if (entries.length === 0) break;
      await output.write(entries);
      after = entries.at(-1)?.number ?? after;
    }
    if (!follow) return;
    await setTimeout(followMs);
  }
};

const exportEntries = onStore(
  async ({ store: { audit } }, { after, cursor, to, follow = false }: ExportFlags): Promise<void> => {
    if (to === undefined) return exportTo(await standardOutput(after ?? 0, cursor), audit, follow);
    if (after !== undefined || cursor !== undefined) {
      throw new UserError('--to continues after the last entry of its file. Use it without --after and --cursor.');
    }
    const output = await fileOutput(to);
    return exportTo(output, audit, follow).finally(output.close);
  },
);

export const addAudit = (program: Command): void => {
  const audit = program.command('audit').description('Check and export the audit log.');
  audit
    .command('verify')
    .description('Check that no entry was changed, removed or moved; print the number of entries and the last hash.')
    .option('--head <hash>', 'hash from an earlier check; the log must still contain its entry', headHash)
    .option('--exported <files...>', 'exported files, oldest first; the log must continue after them')
    .action(verify);
  audit
    .command('export')
    .description('Print all entries as JSON Lines, oldest first.')
    .option('--after <number>', 'start after this entry', wholeNumber(0, Number.MAX_SAFE_INTEGER))
    .option('--cursor <file>', 'continue after the entry number in this file, and update the file', filePath)
    .option('--to <file>', 'append to this file, after its last entry', filePath)
    .option('--follow', 'keep exporting new entries until stopped')
    .action(exportEntries);
};

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { type Figures, findDifference } from '../store/inspection.ts';
import { isDatabaseAddress, type StoreFlags } from '../open-store.ts';
import { UserError } from '#shared/user-error.ts';
import { backupFolder, restoreFile } from '../store/sqlite/backup-file.ts';
import { filePath } from './flags.ts';
import { refuseStart } from './refusals.ts';
import { onCommand, onStore, print } from './with-store.ts';

const unsoundExitCode = 1;
const figuresSchema = z.object({ tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })) });

interface RestoreFlags extends StoreFlags {
  readonly from?: string;
  readonly check?: boolean;
  readonly expect?: string;
}

const folderOnlyMessage =
  'backup and restore work only with a data folder. For PostgreSQL, use pg_dump or WAL archiving, then restore --check.';

const folderOf = ({ data, databaseUrl, databaseUrlFile }: StoreFlags, command: string): string => {
  if (data !== undefined && !isDatabaseAddress(data)) return resolve(data);
  const isDatabase = data !== undefined || databaseUrl !== undefined || databaseUrlFile !== undefined;
  throw new UserError(isDatabase ? folderOnlyMessage : `${command} needs --data <folder>.`);
};

const spanText = (milliseconds: number): string => {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return `${Math.round(milliseconds / 1_000)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};
const printLine = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

const backUp = onCommand(async (_command, { to, ...flags }: StoreFlags & { readonly to: string }) => {
  const folder = folderOf(flags, 'backup');
  const startedAt = performance.now();
  const { at, rows, bytes } = await backupFolder(folder, resolve(to));
  return { file: resolve(to), at, rows, bytes, ms: Math.round(performance.now() - startedAt) };
});

const readFigures = (file: string): Figures => {
  try {
    return figuresSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).tables;
  } catch {
    throw new UserError(`${file} isn't the output of restore --check. Choose a file with that output for --expect.`);
  }
};

const check = onStore(async ({ store, now }, expectedFigures: Figures | undefined, startedAt: number) => {
  const { tables, faults, latest } = await store.inspect();
  const difference = expectedFigures && findDifference(expectedFigures, tables);
  if (faults.length > 0 || difference !== undefined)
    return refuseStart([...faults, difference ?? ''].join(' ').trim(), unsoundExitCode);
  const lostMs = Math.max(now - latest, 0);
  const ms = Math.round(performance.now() - startedAt);
  print({ reaches: new Date(latest).toISOString(), lostMs, ms, tables });
  return printLine(
    `All data is consistent. The newest timestamp is ${spanText(lostMs)} old. The check took ${spanText(ms)}.`,
  );
}, 'restore --check');

const restore = onCommand(async (command, flags: RestoreFlags) => {
  const { from, expect } = flags;
  const startedAt = performance.now();
  if (flags.check) {
    if (from !== undefined) throw new UserError('Use either --from or --check with restore.');
    return check(expect === undefined ? undefined : readFigures(expect), startedAt, command);
  }
  if (from === undefined) throw new UserError('restore needs --from <file> or --check.');
  if (expect !== undefined) throw new UserError('--expect works only with restore --check.');
  const folder = folderOf(flags, 'restore');
  const { backupAt, lostMs, rows } = await restoreFile(resolve(from), folder);
  const ms = Math.round(performance.now() - startedAt);
  print({ data: folder, backupAt, lostMs, rows, ms });
  printLine(
    `Restored ${rows} rows as of ${backupAt}. Changes from the last ${spanText(lostMs)} are missing, and keys revoked since then work again. Check the keys with keys list. The restore took ${spanText(ms)}.`,
  );
});

export const addBackup = (program: Command): void => {
  program
    .command('backup')
    .description('Copy a data folder to one file; works while a service uses the folder.')
    .requiredOption('--to <file>', 'file to create', filePath)
    .action(backUp);
  program
    .command('restore')
    .description('Restore a backup to a new folder, or check data that other tools restored.')
    .option('--from <file>', 'backup', filePath)
    .option('--check', "read every row and print each table's row count and hash")
    .option('--expect <file>', 'file with the output of --check that the data must match', filePath)
    .action(restore);
};

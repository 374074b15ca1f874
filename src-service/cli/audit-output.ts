import { createReadStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { visibleText } from '#shared/visible-text.ts';
import type { AuditRecord } from '../store/base/audit-store.ts';
import { UserError } from '#shared/user-error.ts';

export interface AuditOutput {
  /** The last entry written, or undefined. `hash` is undefined if only the entry's number was stored. */
  readonly last: { readonly number: number; readonly hash: Uint8Array | undefined } | undefined;
  write(entries: readonly AuditRecord[]): Promise<void>;
}

const lineOf = ({ text, hash }: AuditRecord): string =>
  `${visibleText(JSON.stringify({ ...JSON.parse(text), hash: Buffer.from(hash).toString('hex') }))}\n`;

const recordOf = (line: string): AuditRecord | undefined => {
  try {
    const { hash, ...entry } = JSON.parse(line) as { number: number; hash: string };
    const isEntry = Number.isSafeInteger(entry.number) && /^[\da-f]{64}$/.test(hash);
    return isEntry ? { number: entry.number, text: JSON.stringify(entry), hash: Buffer.from(hash, 'hex') } : undefined;
  } catch {
    return undefined;
  }
};

export async function* exportedEntries(files: readonly string[]): AsyncGenerator<AuditRecord> {
  for (const file of files) {
    let number = 0;
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      number += 1;
      const entry = recordOf(line);
      if (entry === undefined) throw new UserError(`Line ${number} of ${file} isn't a valid audit log entry.`);
      yield entry;
    }
  }
}

/** Larger than the longest entry. */
const tailBytes = 1_048_576;

/** Appends to a file after its last entry. Removes a partial entry of an interrupted export. */
export const fileOutput = async (file: string): Promise<AuditOutput & { readonly close: () => Promise<void> }> => {
  const handle = await open(file, 'a+', 0o600);
  let { size } = await handle.stat();
  const tail = Buffer.alloc(Math.min(size, tailBytes));
  await handle.read(tail, 0, tail.length, size - tail.length);
  const end = tail.lastIndexOf('\n');
  const last = end === -1 ? undefined : recordOf(tail.subarray(tail.lastIndexOf('\n', end - 1) + 1, end).toString());
  const rest = tail.subarray(end + 1);
  const isExport = end === -1 ? '{"number":'.startsWith(rest.subarray(0, 10).toString()) : last !== undefined;
  if (!isExport) {
    await handle.close();
    throw new UserError(`${file} isn't an exported audit log. Choose another file with --to.`);
  }
  if (rest.length > 0) await handle.truncate((size -= rest.length));
  return {
    last,
    write: async (entries) => {
      if ((await handle.stat()).size !== size)
        throw new UserError(`Another program is writing to ${file}. Stop it, or choose another file with --to.`);
      const bytes = Buffer.from(entries.map(lineOf).join(''));
      await handle.appendFile(bytes);
      await handle.sync();
      size += bytes.length;
    },
    close: () => handle.close(),
  };
};

/** The file `cursor` gets the last entry's number after each write, so an interrupted export may repeat entries. */
export const standardOutput = async (after: number, cursor: string | undefined): Promise<AuditOutput> => {
  const storedText = cursor === undefined ? '' : await readFile(cursor, 'utf8').catch(() => '');
  if (!/^\d{0,15}\n?$/.test(storedText))
    throw new UserError(`${cursor} doesn't contain an entry number. Choose another file with --cursor.`);
  return {
    last: { number: Math.max(after, Number(storedText)), hash: undefined },
    write: async (entries) => {
      await new Promise<void>((resolve, reject) => {
        process.stdout.write(entries.map(lineOf).join(''), (error) => (error ? reject(error) : resolve()));
      });
      if (cursor !== undefined) await writeFile(cursor, `${entries.at(-1)?.number}\n`, { mode: 0o600 });
    },
  };
};

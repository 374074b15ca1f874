import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type ReceiptFile, receiptFileSchema } from '#shared/reports-api/receipts.ts';
import { UserError } from '#shared/user-error.ts';
import { checkAccount, type CheckedState, checkedStates, type ExpectedItem } from './check-account.ts';
import { openAccount } from './open-account.ts';
import { isSigned, leafHash, merkleRoot } from './receipt-proof.ts';

const usage = `Usage: ferry-verify receipt FILE --key KEY [--source URL] [--destination URL]

Checks the signature and the Merkle roots of a receipt. With URLs, also compares each item with the accounts.
  --key KEY          public key, as printed by "ferry-service receipts key"
  --source URL       such as https://dav.example.com/, imaps://imap.example.com/ or imap://imap.example.com/ (STARTTLS)
  --destination URL
User names and passwords come from FERRY_SOURCE_USER, FERRY_SOURCE_PASSWORD, FERRY_DESTINATION_USER and
FERRY_DESTINATION_PASSWORD, or from the terminal. Exit code 0: the receipt holds; 1: it doesn't; 2: the check failed.`;
const seeHelp = 'See ferry-verify receipt --help.';

const sides = ['source', 'destination'] as const;
type Side = (typeof sides)[number];

interface VerifyReceiptHost {
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
  readonly print: (line: string) => void;
  /** Asks on the terminal. Undefined without a terminal. */
  readonly ask: ((question: string, isHidden: boolean) => Promise<string>) | undefined;
  readonly stopped: AbortSignal;
}

const readArguments = (argv: readonly string[]) => {
  const value = { type: 'string' } as const;
  const options = { key: value, source: value, destination: value, help: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options });
    return { ...values, path: positionals.length === 1 ? positionals[0] : undefined };
  } catch {
    throw new UserError(`An argument is invalid. ${seeHelp}`);
  }
};

const readReceiptFile = async (path: string): Promise<ReceiptFile> => {
  try {
    const file: unknown = JSON.parse(await readFile(path, 'utf8'));
    receiptFileSchema.parse(file);
    // Not the parsed value, because the signature also covers properties that this version doesn't know.
    return file as ReceiptFile;
  } catch {
    throw new UserError("The file can't be read, or isn't a complete receipt. Download it again.");
  }
};

/** Returns why a receipt is invalid, or undefined if `key` signed it and its items. */
const faultOf = ({ items, receipt, signature }: ReceiptFile, key: string): string | undefined => {
  if (!isSigned(receipt, signature, key))
    return 'The signature is invalid: the receipt was changed, or signed with another key.';
  const leaves = Map.groupBy(items, ({ collection }) => collection);
  for (const { id, root } of receipt.collections) {
    if (merkleRoot((leaves.get(id) ?? []).map(leafHash)) !== root)
      return `The items of the collection ${id} don't match the receipt.`;
    leaves.delete(id);
  }
  return leaves.size === 0 ? undefined : 'The file has items that are not in the receipt.';
};

const expectedItems = (side: Side, { items, receipt }: ReceiptFile) => {
  const mailFolders = new Set(receipt.collections.filter(({ kind }) => kind === 'messages').map(({ id }) => id));
  const expected = items.flatMap(({ collection, item, place, ...hashes }) => {
    const id = side === 'source' ? item : place;
    if (id === null) return [];
    // A mail folder has no slash at its end.
    const folder = id.slice(0, id.lastIndexOf('/') + (mailFolders.has(collection) ? 0 : 1));
    return [{ id, hash: hashes[`${side}_hash`], folder: side === 'source' ? collection : folder }];
  });
  return Map.groupBy<string, ExpectedItem & { folder: string }>(expected, ({ folder }) => folder);
};

const checkSide = async (side: Side, address: string, file: ReceiptFile, host: VerifyReceiptHost): Promise<boolean> => {
  const { env, say, ask, stopped: signal } = host;
  const counts = new Map<CheckedState, number>(checkedStates.map((state) => [state, 0]));
  const onItem = (id: string, state: CheckedState): void => {
    counts.set(state, (counts.get(state) ?? 0) + 1);
    if (state !== 'unchanged') say(`${state.padEnd(9)}  ${side.padEnd(11)}  ${id}`);
  };
  const read = async (name: 'USER' | 'PASSWORD', question: string): Promise<string> => {
    const variable = `FERRY_${side.toUpperCase()}_${name}`;
    const value = env[variable] ?? (await ask?.(`${question} at the ${side}: `, name === 'PASSWORD'));
    if (value === undefined) throw new UserError(`Set ${variable}.`);
    return value;
  };
  try {
    const account = await openAccount(address, async () => ({
      userName: await read('USER', 'User name'),
      password: await read('PASSWORD', 'Password'),
    }));
    const collections = expectedItems(side, file);
    // The receipt of a retry has only the retried items.
    await checkAccount({ account, collections, findsAdded: file.receipt.retry_of === null, onItem, signal });
  } catch (error) {
    throw new UserError(`The ${side} can't be checked: ${(error as Error).message}`);
  }
  say(`${side}: ${[...counts].map(([state, count]) => `${count} ${state}`).join(', ')}.`);
  return counts.get('changed') === 0 && counts.get('missing') === 0;
};

const run = async (argv: readonly string[], host: VerifyReceiptHost): Promise<boolean> => {
  const { path, key, help, ...addresses } = readArguments(argv);
  if (help) {
    host.print(usage);
    return true;
  }
  if (path === undefined || key === undefined) throw new UserError(`A receipt file and --key are required. ${seeHelp}`);
  const file = await readReceiptFile(path);
  const fault = faultOf(file, key);
  host.say(fault ?? `The signature is valid. Migration ${file.receipt.migration_id} ended ${file.receipt.ended}.`);
  let isValid = fault === undefined;
  for (const side of isValid ? sides : []) {
    const address = addresses[side];
    if (address !== undefined) isValid = (await checkSide(side, address, file, host)) && isValid;
  }
  return isValid;
};

export const verifyReceipt = async (argv: readonly string[], host: VerifyReceiptHost): Promise<number> => {
  try {
    return (await run(argv, host)) ? 0 : 1;
  } catch (error) {
    host.say(host.stopped.aborted ? 'Stopped before the last item.' : (error as Error).message);
    return 2;
  }
};

import { z } from 'zod';
import { imapAddress, imapServerFields } from './imap-server.ts';
import { readJsonFile } from './file-faults.ts';

/** A user name and password, kept only in memory. */
export interface Credentials {
  readonly userName: string;
  readonly password: string;
}

export interface AccountOwner {
  readonly source: string;
  readonly userName: string;
  readonly atDestination?: Credentials | undefined;
}

export interface DestinationAccount {
  readonly address: string;
  readonly user: string;
  readonly password: string;
  readonly isShared: boolean;
  /** True if the end user, not the operator, must correct a refused password. */
  readonly isOfEndUser?: boolean;
}

const text = z.string().trim().min(1).max(200);

const ownerFields = {
  organization: text,
  user: text.optional(),
  // Not trimmed, because a password may begin or end with a space.
  password: z.string().min(1).max(200).optional(),
  accounts: text.optional(),
  sign_in: z.literal('end_user').optional(),
};

export const destinationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...ownerFields, kind: z.literal('dav'), address: text }),
  z.strictObject({ ...ownerFields, ...imapServerFields }),
]);
export type DestinationSettings = z.output<typeof destinationSchema>;

/** Limit of entries, because the file is read again for each copy. */
const maxEntries = 100_000;
const accountsSchema = z
  .array(z.strictObject({ source: text, source_user: text, user: text, password: z.string().min(1).max(200) }))
  .max(maxEntries);
type Accounts = z.output<typeof accountsSchema>;

/** Reads a file that maps users of sources to accounts. @throws An error whose message is the fault. */
export const readAccountsFile = async (file: string): Promise<Accounts> => {
  const entries = await readJsonFile(file, accountsSchema);
  const visited = new Set<string>();
  for (const { source, source_user: user } of entries) {
    const key = JSON.stringify([source, user]);
    if (visited.has(key)) throw new Error(`${user} of ${source} appears twice`);
    visited.add(key);
  }
  return entries;
};

export const placeholder = '{user}';

/** Whether a name has only characters without a special meaning in a path or in `user*administrator`. */
const isPlainName = (name: string): boolean => /^[\p{L}\p{N}._@+-]{1,200}$/u.test(name) && !/^\.+$/.test(name);

/** Returns the account for an end user, or undefined if there is none. Reads the accounts file at each call. */
export const accountFor = async (
  settings: DestinationSettings,
  { source, userName, atDestination }: AccountOwner,
): Promise<DestinationAccount | undefined> => {
  const { user = '', password = '', accounts, sign_in: signIn } = settings;
  const address = settings.kind === 'dav' ? settings.address : imapAddress(settings);
  if (signIn !== undefined) {
    if (atDestination === undefined) return undefined;
    const { userName: ownUser, password: ownPassword } = atDestination;
    return { address, user: ownUser, password: ownPassword, isShared: false, isOfEndUser: true };
  }
  if (accounts !== undefined) {
    const allAccounts = await readAccountsFile(accounts).catch((error: unknown) => {
      throw new Error(`The accounts file ${accounts} is invalid: ${(error as Error).message}.`, { cause: error });
    });
    const ownEntry = allAccounts.find((entry) => entry.source === source && entry.source_user === userName);
    return ownEntry && { address, user: ownEntry.user, password: ownEntry.password, isShared: false };
  }
  const isShared = ![address, user].some((value) => value.includes(placeholder));
  if (isShared) return { address, user, password, isShared };
  if (!isPlainName(userName)) return undefined;
  return {
    address: address.replaceAll(placeholder, encodeURIComponent(userName)),
    user: user.replaceAll(placeholder, userName),
    password,
    isShared,
  };
};
